"""The page: a server on this machine, and what a site without any server needs.

* ``application.py``: what is answered over HTTP, and limits of those who may not ask;
* ``admission.py``: who may ask;
* ``worker_pool.py``: questions are answered in processes, kept warm and ended by a kill;
* ``worker.py``: such a process;
* ``library.py``: the puzzles of the page, or of books;
* ``in_browser.py``: nonet in a browser, where ``tools/page`` has made a site of files;
* ``static/``: the page itself.

The commands of the page are in ``nonet.protocol`` and docs/page-protocol.md.
"""
