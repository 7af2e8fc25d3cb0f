"""The page: a server for it on this machine, and a whole site that needs none.

* ``server.py``: what is answered over HTTP, and to whom;
* ``children.py``: questions are answered in processes, kept warm and ended by a kill;
* ``child.py``: such a process;
* ``site.py``: the page with nonet for the browser, as a folder of files;
* ``static/``: the page itself.

What the page may ask is in ``nonet.asking`` and docs/page-protocol.md.
"""
