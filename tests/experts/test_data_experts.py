"""The four data sets of lectures 3 and 4: the figures that their README states, and their rules against slow ones that
only look back.
"""

import dataclasses
import itertools
from collections import Counter
from importlib import resources

import numpy as np
import pytest
from readme import stated

from dplearn import data
from dplearn.data import deeper

FOLDER = resources.files("dplearn.data")
LOADERS = {"horse_races": data.load_horse_races, "weather": deeper.load_weather,
           "adult_bits": data.load_adult_bits}


@pytest.mark.parametrize("load", [*LOADERS.values(), data.load_adult, data.load_mushroom, deeper.load_wine_quality,
                                  lambda: data.load_interval_task("one_carat_by_price")])
def test_cached_and_read_only(load):
    record = load()
    assert load() is record
    for part in record.values() if load is deeper.load_weather else [record]:
        arrays = [value for value in vars(part).values() if isinstance(value, np.ndarray)]
        assert arrays and not any(array.flags.writeable for array in arrays)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, dataclasses.fields(part)[0].name, None)


# ------------------------------------------------------------------------------------- races


SORTED = {  # column, its sign, and the place in that order of the rule's pick
    "favourite": ("win_odds", 1, 0), "second favourite": ("win_odds", 1, 1), "third favourite": ("win_odds", 1, 2),
    "longest odds": ("win_odds", -1, 0), "gate 1": ("gate", 1, 0), "outermost gate": ("gate", -1, 0),
    "lightest": ("weight_kg", 1, 0), "heaviest": ("weight_kg", -1, 0), "highest rating": ("rating", -1, 0),
    "youngest": ("age", 1, 0), "oldest": ("age", -1, 0),
}


def test_racing_rules_against_a_slow_loop():
    """Runners stand by gate, so that ties go to the lower gate."""
    races, wins, rides = data.load_horse_races(), Counter(), Counter()
    rules = data.racing_rules(races)
    for r, (a, b) in enumerate(itertools.pairwise(races.starts)):
        jockeys = races.jockey[a:b].tolist()
        slow = [a + sorted(range(b - a), key=(sign * vars(races)[column][a:b]).__getitem__)[place]
                for column, sign, place in SORTED.values()]
        slow += [a + max(range(b - a), key=[so_far(jockey) for jockey in jockeys].__getitem__)
                 for so_far in (wins.__getitem__, lambda jockey: (wins[jockey] + 1) / (rides[jockey] + 10))]
        assert rules.picks[r].tolist() == slow
        rides.update(jockeys)
        wins.update(races.jockey[a:b][races.finish[a:b] == 1].tolist())
    assert rules.names == (*SORTED, "jockey with most wins so far", "jockey with best win rate so far")
    assert rules.names[rules.best] == "favourite"
    won, payouts = (1 - rules.losses).sum(axis=0), (1 - rules.losses) * races.win_odds[rules.picks]
    stated(*(f"{name} {w:.0f}, {p:.3f}" for name, w, p in zip(rules.names, won, payouts.mean(axis=0))))


# ------------------------------------------------------------------------------------- weather


def test_weather_rules_against_a_slow_loop():
    both, right = deeper.weather_rules("both"), []
    for k, (city, w) in enumerate(deeper.load_weather().items()):
        kinds = ", ".join(f"{kind} {days}" for kind, days in Counter(w.kind.tolist()).most_common())
        stated(f"{city}: {w.wet.sum()} wet{' days (precipitation above 0)' if k == 0 else ''}; {kinds}.")
        assert (w.date == np.datetime64("2012-01-01") + np.arange(1461)).all()
        rules = deeper.weather_rules(city)
        for t, day in enumerate(range(7, 1461)):
            past = w.wet[:day]
            slow = [past[-1], sum(past[-3:]) >= 2, w.temp_max[day - 1] - w.temp_min[day - 1] < 6,
                    int(str(w.date[day])[5:7]) in (10, 11, 12, 1, 2, 3, 4), sum(past[-7:]) >= 4, past[-2], False]
            assert rules.losses[t].tolist() == [said != w.wet[day] for said in slow]
        assert (both.losses[1454 * k : 1454 * (k + 1)] == rules.losses).all()
        right.append((1 - rules.losses).mean(axis=0))
    words = (name.replace("'s range", "'s temperature range") for name in both.names)
    stated(*(f"{name} {seattle:.3f} / {york:.3f}" for name, seattle, york in zip(words, *right)))


# ------------------------------------------------------------------------------------- census


def test_adult_predictors():
    bits = data.load_adult_bits()
    told, y = deeper.literal_losses(bits), bits.column("income_gt_50k")
    assert told.losses.shape == (45222, 30)
    says = np.hstack([bits.x[:, 1:], ~bits.x[:, 1:]])
    assert (told.losses == np.where(says == y[:, None], -1, 1)).all()
    error = (1 + told.losses.mean(axis=0)) / 2
    stated(f"(share {y.mean():.4f})", f"literal {error.min():.4f} ({told.names[error.argmin()]})")
