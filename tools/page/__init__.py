"""Building the site: the page, and nonet with Python itself for the browser.

* ``downloads.py``: what others made, from the npm and PyPI registries by their own clients;
* ``archives.py``: Python's library and ours, compiled for the browser, and Python's memory;
* ``compile.mjs``: runs a file of steps in the browser's Python, under Node: ``packing.py``, which
  compiles the archives, and ``snapshot.py``, which imports nonet of them, so that Python's
  memory can be kept as it is then;
* ``site.py``: all of it as a folder (``python -m tools.page FOLDER``, or ``nonet web --static`` in
  a checkout);
* ``library.py``: the puzzles of the page.
"""
