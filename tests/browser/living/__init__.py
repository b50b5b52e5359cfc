"""What each living picture of a page must show: `CASES` of a page's file, in the order of its pictures.

A row is (truth, *fields): `truth(rows, **parameters)` -> field -> values, in the order of the rows of the last data set
where Vega has all these fields.  `rows` are its columns: what the chart was given beside what Vega made of it; the
truth reads the first and computes the second.  Parameters that no slider moves (what is under the pointer) are not set.
"""
