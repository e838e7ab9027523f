"""The live preview: a page on this machine that shows a game while its files are edited.

`watching` sees that a file was saved, `desk` reads the game again and draws what is asked for,
`serving` hands it to a browser. The page itself lies in ``page/``.
"""
