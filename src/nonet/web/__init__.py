"""The page: a server for it on this machine, and a whole site that needs none.

* ``application.py``: what is answered over HTTP, and to whom;
* ``worker_pool.py``: questions are answered in processes, kept warm and ended by a kill;
* ``worker.py``: such a process;
* ``site.py``: the page with nonet for the browser, as a folder of files;
* ``static/``: the page itself.

What the page may ask is in ``nonet.protocol`` and docs/page-protocol.md.
"""
