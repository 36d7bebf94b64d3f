"""The reference engine of the laws of Canasta and Samba: pure, standard library only.

It is handed a ruleset as plain data and reads no file. Modules are named after the chapters of
the law.
"""
