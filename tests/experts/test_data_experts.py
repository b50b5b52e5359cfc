"""The five data sets of lectures 3 and 4: the figures that their README states, and their rules against slow ones that
only look back.
"""

import csv
import dataclasses
import gzip
import io
import itertools
from collections import Counter, defaultdict
from importlib import resources

import numpy as np
import pytest

from dplearn import data, experts
from dplearn.data._files import sum_before

LOADERS = {"horse_races": data.load_horse_races, "nyse_o": data.load_nyse, "weather": data.load_weather,
           "nfl_elo": data.load_nfl_elo,
           "adult_bits": data.load_adult_bits}
TABLES = {"races": lambda: data.racing_rules(data.load_horse_races()),
          "stocks": lambda: data.stock_experts(data.load_nyse()),
          "games": lambda: data.nfl_forecasters(data.load_nfl_elo()),
          "census": lambda: data.literal_losses(data.load_adult_bits()),
          **{city: lambda city=city: data.weather_rules(city) for city in ("Seattle", "New York", "both")}}


def slowly(name):
    """The columns of a file by the standard library's reader."""
    packed = resources.files("dplearn.data").joinpath(f"{name}.csv.gz").read_bytes()
    header, *rows = csv.reader(io.StringIO(gzip.decompress(packed).decode()))
    return {column: list(values) for column, values in zip(header, zip(*rows))}


@pytest.mark.parametrize("name", LOADERS)
def test_cached_and_read_only(name):
    record = LOADERS[name]()
    assert LOADERS[name]() is record
    for part in record.values() if name == "weather" else [record]:
        arrays = [value for value in vars(part).values() if isinstance(value, np.ndarray)]
        assert arrays and not any(array.flags.writeable for array in arrays)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, dataclasses.fields(part)[0].name, None)


def test_columns_against_the_files_read_slowly():
    def same(table, columns, *parts):
        for name, values in table.items():
            read = np.concatenate([columns(part, name) for part in parts])
            words = read.dtype.kind in "UM"
            assert (read.astype(str).tolist() == values) if words else (read.tolist() == [*map(float, values)]), name

    races, weather, bits = data.load_horse_races(), data.load_weather(), data.load_adult_bits()
    a_race = ("date", "race_no", "distance_m")  # the same for all runners of a race
    same(slowly("horse_races"),
         lambda r, name: r.race + 1 if name == "race" else getattr(r, name)[r.race]
         if name in a_race else getattr(r, name), races)
    same(slowly("nyse_o"), lambda s, name: np.arange(1, 5652) if name == "day" else s.of(name)[:, 0], data.load_nyse())
    same(slowly("weather"),
         lambda w, name: np.full(1461, w.city) if name == "location" else w.kind
         if name == "weather" else getattr(w, name),
         *weather.values())
    same(slowly("nfl_elo"), lambda g, name: getattr(g, name), data.load_nfl_elo())
    same(slowly("adult_bits"), lambda b, name: b.column(name), bits)
    assert tuple(slowly("adult_bits")) == bits.names and list(weather) == ["Seattle", "New York"]


@pytest.mark.parametrize("name", TABLES)
def test_loss_matrices_fit_any_experiment(name):
    told = TABLES[name]()
    assert isinstance(told, data.ExpertData) and told.losses.shape == (told.T,
                                                                       told.n_experts) == (told.T, len(set(told.names)))
    assert told.losses.min() >= 1 - told.loss_range and told.losses.max() <= 1 and not told.losses.flags.writeable
    assert told.title and told.rounds and told.loss and told.totals[told.best] == told.totals.min()
    eta = experts.learning_rate(told.T, told.n_experts, rule="hoeffding", loss_range=told.loss_range)
    regret = experts.expected_regret(told.losses, eta=eta, loss_range=told.loss_range)[-1]
    assert 0 < regret < experts.regret_bound_sharp(told.T, told.n_experts, loss_range=told.loss_range)


def test_expert_data_is_a_checked_copy():
    losses = np.array([[0.0, 1.0]])
    good = {"title": "t", "names": ["a", "b"], "losses": losses, "rounds": "days", "loss": "wrong"}
    told = data.ExpertData(**good)
    losses[:] = 0.5
    assert told.losses.tolist() == [[0.0, 1.0]] and told.names == ("a", "b")
    for change in ({"losses": [[0.5, 1.5]]}, {"losses": [[0.5, -0.5]]}, {"losses": [[-1.5, 0]], "loss_range": 2.0},
                   {"names": ("a",)}):
        with pytest.raises(ValueError, match=next(iter(change))):
            data.ExpertData(**(good | change))


def test_sums_so_far_against_a_slow_sum():
    rng = np.random.default_rng(3)
    for n in (1, 2, 30, 60):
        values, times, groups = rng.normal(size=n), rng.integers(0, 6, n), rng.integers(0, 4, n)
        slow = [sum(values[(groups == g) & (times < t)]) for g, t in zip(groups, times)]
        np.testing.assert_allclose(sum_before(values, times, groups), slow, atol=1e-12)


# ------------------------------------------------------------------------------------- races

RULES = {  # wins of 262, pay-out per 1 staked
    "favourite": (94, 0.787), "youngest": (57, 1.240), "second favourite": (55, 0.897), "gate 1": (43, 1.406),
    "highest rating": (36, 0.745), "jockey with best win rate so far": (36, 0.857),
    "jockey with most wins so far": (35, 0.827),
    "third favourite": (30, 0.754), "heaviest": (29, 0.511), "outermost gate": (20, 0.980), "lightest": (20, 0.620),
    "oldest": (11, 0.968), "longest odds": (3, 0.594),
}


def test_races_are_whole():
    races = data.load_horse_races()
    assert (len(races.date), len(races.race), races.horse.max(), races.jockey.max(),
            races.trainer.max()) == (262, 2793, 1332, 45, 51)
    days = [races.race_no[races.date == day].tolist() for day in np.unique(races.date)]
    assert all(day == list(range(1, len(day) + 1)) for day in days) and Counter(map(len, days)) == {10: 13, 11: 12}
    fields = [slice(a, b) for a, b in itertools.pairwise(races.starts)]
    assert all((races.race[field] == r).all() and (np.diff(races.gate[field]) > 0).all()
               for r, field in enumerate(fields))
    places = [sorted(races.finish[field].tolist()) for field in fields]
    assert sum(place == list(range(1, len(place) + 1))
               for place in places) == 257 and sum(place.count(1) == 2 for place in places) == 1
    inverse = np.array([(1 / races.win_odds[field]).sum() for field in fields])
    assert round(np.median(inverse), 3) == 1.249 and (inverse < 1.2).sum() == 4


def test_racing_rules_against_a_slow_loop():
    races, wins, rides = data.load_horse_races(), Counter(), Counter()
    rules = data.racing_rules(races)
    for r, (a, b) in enumerate(itertools.pairwise(races.starts)):
        def first(key, field=range(a, b)):  # by gate, so that min leaves ties to the lower gate
            return min(field, key=key)

        by_odds = sorted(range(a, b), key=lambda i: races.win_odds[i])
        slow = {
            "favourite": by_odds[0], "second favourite": by_odds[1], "third favourite": by_odds[2],
            "longest odds": first(lambda i: -races.win_odds[i]), "gate 1": a, "outermost gate": b - 1,
            "lightest": first(lambda i: races.weight_kg[i]), "heaviest": first(lambda i: -races.weight_kg[i]),
            "highest rating": first(lambda i: -races.rating[i]),
            "youngest": first(lambda i: races.age[i]), "oldest": first(lambda i: -races.age[i]),
            "jockey with most wins so far": first(lambda i: -wins[races.jockey[i]]),
            "jockey with best win rate so far":
                first(lambda i: -(wins[races.jockey[i]] + 1) / (rides[races.jockey[i]] + 10)),
        }
        assert dict(zip(rules.names, rules.picks[r].tolist())) == slow
        rides.update(races.jockey[a:b].tolist())
        wins.update(races.jockey[a:b][races.finish[a:b] == 1].tolist())
    won, payouts = (1 - rules.losses).sum(axis=0), rules.payouts.mean(axis=0).round(3)
    assert dict(zip(rules.names,
                    zip(won.tolist(), payouts.tolist()))) == RULES and rules.names[rules.best] == "favourite"


# ------------------------------------------------------------------------------------- stocks


def test_stock_losses_are_log_relatives_in_other_units():
    stocks = data.load_nyse()
    told = data.stock_experts(stocks)
    assert (stocks.relatives.min(), stocks.relatives.max()) == (told.low, told.high) == (0.75, 1.35294)
    assert (told.losses.min(), told.losses.max(), told.names[told.best]) == (0, 1, "morris")
    log_wealth = stocks.T * np.log(told.high) - told.nats * told.totals
    np.testing.assert_allclose(log_wealth, np.log(stocks.relatives).sum(axis=0), atol=1e-9)
    wider = data.stock_experts(stocks, low=0.5, high=2)
    np.testing.assert_allclose(wider.losses, (np.log(2) - np.log(stocks.relatives)) / np.log(4), atol=1e-14)
    for bad in ({"low": 0.8}, {"high": 1.3}, {"low": 1.5, "high": 1.4}):  # nothing is clipped
        with pytest.raises(ValueError, match=next(iter(bad))):
            data.stock_experts(stocks, **bad)


# ------------------------------------------------------------------------------------- weather

WEATHER = {  # share right in Seattle, in New York
    "as yesterday": (0.721, 0.636), "majority of last 3": (0.681, 0.602),
    "yesterday's range under 6 degrees": (0.677, 0.640),
    "October to April": (0.655, 0.483), "majority of last 7": (0.653, 0.628), "as two days ago": (0.654, 0.541),
    "always dry": (0.575, 0.677),
}


def test_weather_rules_against_a_slow_loop():
    kinds = {"Seattle": dict(rain=641, sun=640, fog=101, drizzle=53, snow=26),
             "New York": dict(sun=826, rain=446, snow=93, drizzle=58, fog=38)}
    both = data.weather_rules("both")
    for k, (city, w) in enumerate(data.load_weather().items()):
        assert w.wet.sum() == (623, 470)[k] and Counter(w.kind.tolist()) == kinds[city]
        assert (w.date == np.datetime64("2012-01-01") + np.arange(1461)).all()
        rules = data.weather_rules(city)
        for t, day in enumerate(range(7, 1461)):
            past = w.wet[:day]
            slow = [past[-1], sum(past[-3:]) >= 2, w.temp_max[day - 1] - w.temp_min[day - 1] < 6,
                    int(str(w.date[day])[5:7]) in (10, 11, 12, 1, 2, 3, 4), sum(past[-7:]) >= 4, past[-2], False]
            assert rules.forecasts[t].tolist() == slow and rules.outcomes[t] == w.wet[day]
        assert (rules.losses == (rules.forecasts != rules.outcomes[:, None])).all()
        right = (1 - rules.losses).mean(axis=0).round(3)
        assert dict(zip(rules.names, right)) == {name: shares[k] for name, shares in WEATHER.items()}
        assert rules.names[rules.best] == ("as yesterday", "always dry")[k]
        assert (both.losses[1454 * k : 1454 * (k + 1)] == rules.losses).all()


# ------------------------------------------------------------------------------------- football


def test_nfl_figures():
    games = data.load_nfl_elo()
    assert (games.n, games.season.min(), games.season.max()) == (16810, 1920,
                                                                 2020) and (np.diff(games.date).astype(int) >= 0).all()
    p, y, decided = games.elo_prob1, games.result1, games.result1 != 0.5
    assert (~decided).sum() == 316 and (y == (np.sign(games.score1 - games.score2) + 1) / 2).all()
    expected = 1 / (1 + 10 ** (-(games.elo1 - games.elo2 + 65 * ~games.neutral) / 400))
    assert np.abs(expected - p).max() < 1e-5  # home field is worth 65 points, probabilities are rounded to 5 decimals
    assert round(((p > 0.5) == (y == 1))[decided].mean(), 4) == 0.6655 and round(y[decided].mean(), 4) == 0.5800
    assert round(-np.log(np.where(y == 1, p, 1 - p))[decided].mean(), 4) == 0.6109
    points = defaultdict(float)
    for season, q, r, playoff in zip(games.season.tolist(), p.tolist(), y.tolist(), games.playoff.tolist()):
        if r != 0.5:  # the repository's own scoring, with its rounding, in which playoffs count twice
            score = 25 - 100 * (round(q, 2) - r) ** 2
            points[season] += round(score + 0.001 if score < 0 else score, 1) * (2 if playoff else 1)
    assert round(sum(points.values()) / len(points), 2) == 648.22  # published: 648.24, from unrounded probabilities


def test_nfl_forecasters_against_a_slow_loop():
    games = data.load_nfl_elo()
    told, decided = data.nfl_forecasters(games), games.result1 != 0.5
    brier = dict(zip(told.names, told.losses.mean(axis=0)))
    assert told.losses.shape == (16494, 8) and told.names[told.best] == "Elo" and round(brier["Elo"], 4) == 0.2117
    assert brier["always one half"] == 0.25 and round(1 - brier["Elo's favourite, for certain"], 4) == 0.6655
    said = np.full((games.n, told.n_experts), np.nan)
    said[decided] = told.forecasts
    season, meetings, home = defaultdict(lambda: [1, 2]), defaultdict(lambda: [1, 2]), [1, 2]
    columns = [told.names.index(n) for n in ("home team's share so far", "records this season", "earlier meetings")]
    keys = [(int(s), str(a), str(b)) for s, a, b in zip(games.season, games.team1, games.team2)]
    for _, day in itertools.groupby(range(games.n), key=lambda i: games.date[i]):
        day = list(day)
        for i in day:
            s, a, b = keys[i]
            mine, theirs = (season[s, team][0] / season[s, team][1] for team in (a, b))
            won, met = meetings[a, b]
            slow = [0.5 if games.neutral[i] else home[0] / home[1], mine / (mine + theirs), won / met]
            assert not decided[i] or said[i, columns] == pytest.approx(slow, abs=1e-12)
        for i in day:
            (s, a, b), won = keys[i], games.result1[i]
            counts = [(season[s, a], won), (season[s, b], 1 - won), (meetings[a, b], won), (meetings[b, a], 1 - won)]
            for count, value in counts + ([] if games.neutral[i] else [(home, won)]):
                count[0] += value
                count[1] += 1


# ------------------------------------------------------------------------------------- census


@pytest.mark.parametrize("k, occupied, entropy", [(8, 251, 6.66), (10, 688, 7.68), (12, 1697, 8.40), (16, 4123, 9.87)])
def test_adult_cells(k, occupied, entropy):
    bits = data.load_adult_bits()
    p = np.bincount(bits.x[:, :k] @ (1 << np.arange(k))) / 45222
    p = p[p > 0]
    assert len(p) == occupied and round(-(p * np.log2(p)).sum(), 2) == entropy


@pytest.mark.parametrize("k, worst, mean", [(8, (0.323, 0.131), (0.067, 0.034)), (16, (0.666, 0.204), (0.108, 0.024))])
def test_adult_three_way_marginals(k, worst, mean):
    """How far cells of three bits are from 1/8, and from the product of their shares."""
    x, far = data.load_adult_bits().x[:, :k], []
    share = np.column_stack([1 - x.mean(axis=0), x.mean(axis=0)])
    for a, b, c in itertools.combinations(range(k), 3):
        true = np.bincount(x[:, a] * 4 + x[:, b] * 2 + x[:, c], minlength=8).reshape(2, 2, 2) / len(x)
        far.append([np.abs(true - 1 / 8), np.abs(true - np.einsum("i,j,k->ijk", share[a], share[b], share[c]))])
    far = np.array(far)
    assert tuple(far.max(axis=(0, 2, 3, 4)).round(3)) == worst and tuple(far.mean(axis=(0, 2, 3, 4)).round(3)) == mean


def test_adult_predictors():
    bits = data.load_adult_bits()
    told, y = data.literal_losses(bits), bits.column("income_gt_50k")
    assert round(y.mean(), 4) == 0.2478 and told.losses.shape == (45222, 30) and told.loss_range == 2.0
    assert set(np.unique(told.losses)) == {-1.0, 1.0} and (told.losses[:, :15] == -told.losses[:, 15:]).all()
    error = (1 + told.losses.mean(axis=0)) / 2
    assert told.names[told.best] == "capital_gain_pos" and round(error.min(), 4) == 0.2266
    # on the occupied cells of the other 15 bits, with their numbers of rich and poor, conjunctions are quick to try
    cell, index = np.unique(bits.x[:, 1:], axis=0, return_inverse=True)
    rich, poor = np.bincount(index, weights=y), np.bincount(index, weights=~y)
    literal = np.hstack([cell, ~cell])
    np.testing.assert_allclose(error, (~literal.T @ rich + literal.T @ poor) / bits.n)
    for width, names, best in ((2, ("married", "bachelors"), 0.1848),
                               (3, ("married", "some_college", "white_collar"), 0.1795)):
        tried = {c: rich.sum() + (poor - rich)[literal[:, c].all(axis=1)].sum()
                 for c in itertools.combinations(range(30), width)}
        winner = min(tried, key=tried.get)
        assert tuple(told.names[i] for i in winner) == names and round(tried[winner] / bits.n, 4) == best
    assert round(np.minimum(rich, poor).sum() / bits.n, 4) == 0.1479
    other = data.literal_losses(bits, "male")
    wrong = ~bits.column("income_gt_50k") != bits.column("male")
    poor = other.losses[:, other.names.index("not income_gt_50k")]
    assert "male" not in other.names and (poor == np.where(wrong, 1, -1)).all()
