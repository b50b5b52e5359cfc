"""The grader: submissions in, points and feedback out.

The student's code runs in a process of its own (`worker`, started behind a `fence`, spoken to through `student`); the
checks run here (`question`), and plain values alone cross between them (`plain`).  `notebook` reads whatever arrives
and puts the student's cells into the untouched release, `batch` goes through a folder, `report` writes what is given
back.
"""
