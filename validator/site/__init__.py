"""A static site on which anybody audits a log without Python: the same rules run in the browser.

`broadside site` writes it (``building.py``). In the browser a worker loads Pyodide, unpacks our
sources and the games as already read, and calls ``judging.py``, which is Python like all the rest.
Nothing that is dropped on the page leaves the machine.
"""
