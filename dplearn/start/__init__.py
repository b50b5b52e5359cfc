"""Lecture 0: one survey, two laws, and what a bound is."""
