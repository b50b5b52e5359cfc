"""Points by hand belong to the answer that they were given for: they leave with it, and come back with it.

Two tables of our own in nbgrader's gradebook, so that they change with its points or not at all: `by_hand` keeps what a
person gave for an answer (a digest), `shown` says which answer the formgrader shows.
"""

from __future__ import annotations

from sqlalchemy import text

TABLES = ("CREATE TABLE IF NOT EXISTS by_hand (assignment TEXT, row TEXT, question TEXT, answer TEXT, points REAL, "
          "comment TEXT, PRIMARY KEY (assignment, row, question, answer))",
          "CREATE TABLE IF NOT EXISTS shown (assignment TEXT, row TEXT, question TEXT, answer TEXT, "
          "PRIMARY KEY (assignment, row, question))")
HERE = "assignment = :assignment AND row = :row AND question = :question"


class Hand:
    """What a person gave in one row, in an open gradebook."""

    def __init__(self, book, assignment: str, row: str):
        self.db, self.where = book.db, {"assignment": assignment, "row": row}
        for table in TABLES:
            self.db.execute(text(table))

    def _ask(self, words: str, question: str, **more):
        return self.db.execute(text(words), {**self.where, "question": question, **more})

    def _shown(self, question: str) -> str | None:
        return self._ask(f"SELECT answer FROM shown WHERE {HERE}", question).scalar()

    def turn(self, question: str, answer: str, grade, comment) -> None:
        """Points and comment of the answer that is shown from now on."""
        before = self._shown(question)
        place = {"answer": answer if before is None else before}
        if grade.manual_score is None and not comment.manual_comment:
            self._ask(f"DELETE FROM by_hand WHERE {HERE} AND answer = :answer", question, **place)
        else:
            self._ask("INSERT OR REPLACE INTO by_hand VALUES (:assignment, :row, :question, :answer, :points, "
                      ":comment)", question, points=grade.manual_score, comment=comment.manual_comment, **place)
        if before not in (None, answer):
            given = self._ask(f"SELECT points, comment FROM by_hand WHERE {HERE} AND answer = :answer", question,
                              answer=answer).first()
            grade.manual_score, comment.manual_comment = given or (None, None)
        self._ask("INSERT OR REPLACE INTO shown VALUES (:assignment, :row, :question, :answer)", question,
                  answer=answer)

    def earlier(self, question: str) -> float | None:
        """The most points given for another answer than the one shown."""
        return self._ask(f"SELECT max(points) FROM by_hand WHERE {HERE} AND answer != :answer", question,
                         answer=self._shown(question) or "").scalar()
