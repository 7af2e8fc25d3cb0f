"""The page: a server on this machine, and a whole site without any server.

* ``application.py``: what is answered over HTTP;
* ``admission.py``: who may ask;
* ``worker_pool.py``: questions are answered in processes, kept warm and ended by a kill;
* ``worker.py``: such a process;
* ``site.py``: the page with nonet for the browser, as a folder of files;
* ``static/``: the page itself.

The commands of the page are in ``nonet.protocol`` and docs/page-protocol.md.
"""
