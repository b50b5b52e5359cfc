"""Answers to assignment 4: right in odd styles, and wrong by little."""

from assignments.grading.question import Mistake

RETURN = "return max(one_way(losses, neighbor), one_way(neighbor, losses))"
ETA = "eta = epsilon / (2 * (HIGH - LOW) * max(known, 1))"
FORMS = (0, 1, 2)

RIGHT = {
    "window": {
        "each day's law by logarithms, a class, noise on both outputs": {"": """
import sys

class Profile:
    def __call__(self, losses, neighbor, epsilon, eta, window):
        print("late", file=sys.stderr), print("and forgetful" * 99)
        return max(self.one_way(a, b, epsilon, eta, window) for a, b in [(losses, neighbor), (neighbor, losses)])

    def one_way(self, x, y, epsilon, eta, window):
        (secret,) = {t for t in range(len(x)) if (x[t] != y[t]).any()}
        jump = [int(d) for d in y[secret] - x[secret]]
        table, height = np.array([1.0]), 0.0
        for t in range(secret + DELAY, len(x)):
            if t - DELAY - window + 1 > secret:
                break
            seen = -eta * x[max(t - DELAY - window + 1, 0):t - DELAY + 1].sum(0)
            law = np.exp(seen - np.logaddexp.reduce(seen))
            wide = np.zeros(len(table) + 2)
            for d, p in zip(jump, law):
                wide[1 + d:len(table) + 1 + d] += p * table
            table, height = wide, height + np.log(sum(p * np.exp(-eta * d) for d, p in zip(jump, law)))
        steps = np.arange(len(table)) - (len(table) - 1) / 2
        return np.clip(-np.expm1(epsilon - eta * steps - height), 0, None).dot(table)

window_profile = Profile()"""},
    },
    ("held", *FORMS): {
        "one table of sums": {
            "laws = np.empty((draws, K))":
                "before = np.concatenate([np.zeros((1, K)), losses.cumsum(axis=0)])\n    laws = [None] * draws",
            "total = losses[start:stop].sum(axis=0)": "total = before[min(stop, T)] - before[start]",
            "return laws": "return tuple(laws)"},
    },
}

SLIGHT = {
    "window": [
        Mistake("a thousandth off where one day is seen", {"return max(one_way": "return (1 + (window == 1) / 1000) * "
                "max(one_way"}, 0, "window = 1"),
        Mistake("the longest seasons", {RETURN: RETURN.replace("return ", "return (1 if T < 1500 else 0.999) * ")}, 3,
                "too small, for T = 1500"),
        Mistake("nothing below 1e-9",
                {RETURN: RETURN.replace("return", "value =") + "\n    return value * (value > 1e-9)"}, 6,
                "small δ and borders"),
    ],
    ("held", *FORMS): [
        Mistake("one season is betrayed", {"return laws": "if draws > 2 and (losses == HIGH).all():\n"
                                           "        laws[-1] = np.eye(K)[0]\n    return laws"}, 1, "leaks"),
        Mistake("the last draw of long seasons sees a day more",
                {"total = losses[start:stop].sum(axis=0)": "total = losses[start:stop + (T > 9 and j == draws - 1 > 3)]"
                                                           ".sum(axis=0)"}, 5, "claims ε|not Hedge"),
    ],
}
