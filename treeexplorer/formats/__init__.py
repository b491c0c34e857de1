"""Other people's formats, in and out; tables for people.

:mod:`catalogue` knows them all by name. A format that is read stands in a module of its name, and
what writes it in one named ``…_writer``; :mod:`foreign` has what they share. Tables are
:mod:`tables`.
"""
