"""What each living picture of a page must show: `CASES` of a page's file, in the order of its pictures."""
