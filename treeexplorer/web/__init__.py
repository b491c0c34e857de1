"""The program in a browser: a static site in which a tree is typed and stepped.

:mod:`answer` is what runs in the browser: a text goes in, a page or a refusal comes out.
:mod:`site` makes the folder: the document around the pages, the examples as ready pages, and this
program in a zip for Pyodide, which is Python for browsers.
"""
