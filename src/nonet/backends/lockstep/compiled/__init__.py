"""The sources of the compiled engine: what Numba compiles, at build time or as a fallback.

Nothing outside this folder imports it, except the builder of the libraries
(``tools/prebuilt/build.py``), the fallback (``compiled/numba_engine.py``) and the tests.
"""
