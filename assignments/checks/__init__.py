"""What each assignment is graded by, a module each; the grader's process alone reads them."""
