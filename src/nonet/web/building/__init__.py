"""Building the site: the page, and nonet with Python itself for the browser.

* ``fetching.py``: what others made, from the npm and PyPI registries by their own clients;
* ``archives.py``: Python's library and ours, compiled for the browser;
* ``packing.py``, ``compile.mjs``: the part of that which runs in the browser's Python;
* ``site.py``: all of it as a folder.
"""
