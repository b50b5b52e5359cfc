"""The five data sets of lectures 3 and 4: their figures, their rules against slow ones, no look ahead."""

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

LOADERS = {
    "horse_races": data.load_horse_races,
    "nyse_o": data.load_nyse,
    "weather": data.load_weather,
    "nfl_elo": data.load_nfl_elo,
    "adult_bits": data.load_adult_bits,
}


def slowly(name):
    """The columns of a file by the standard library's reader."""
    packed = resources.files("dplearn.data").joinpath(f"{name}.csv.gz").read_bytes()
    header, *rows = csv.reader(io.StringIO(gzip.decompress(packed).decode()))
    return {column: list(values) for column, values in zip(header, zip(*rows))}


def all_experts():
    matrices = [
        data.racing_rules(data.load_horse_races()), data.stock_experts(data.load_nyse()),
        data.nfl_forecasters(data.load_nfl_elo()), data.literal_losses(data.load_adult_bits()),
    ]
    return matrices + [data.weather_rules(city) for city in ("Seattle", "New York", "both")]


# ------------------------------------------------------------------------------------- all five


@pytest.mark.parametrize("name", LOADERS)
def test_cached_and_read_only(name):
    load = LOADERS[name]
    load.cache_clear()
    record = load()
    assert load() is record
    for part in record.values() if name == "weather" else [record]:
        arrays = [value for value in vars(part).values() if isinstance(value, np.ndarray)]
        assert arrays
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array[0] = array[1]
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, dataclasses.fields(part)[0].name, None)


def test_columns_against_the_files_read_slowly():
    table, races = slowly("horse_races"), data.load_horse_races()
    for name in ("gate", "horse", "jockey", "trainer", "age", "rating", "finish", "weight_kg", "win_odds", "place_odds"):
        assert getattr(races, name).tolist() == [float(v) for v in table[name]]
    assert [str(r + 1) for r in races.race] == table["race"]
    for name in ("date", "race_no", "distance_m"):  # one a race, the same for all its runners
        assert [str(v) for v in getattr(races, name)[races.race]] == table[name]
    table, stocks = slowly("nyse_o"), data.load_nyse()
    assert table.pop("day") == [str(day) for day in range(1, 5652)] and tuple(table) == stocks.names
    assert all(stocks.of(name)[:, 0].tolist() == [float(v) for v in table[name]] for name in stocks.names)
    table, weather = slowly("weather"), data.load_weather()
    assert table["location"] == ["Seattle"] * 1461 + ["New York"] * 1461 and list(weather) == ["Seattle", "New York"]
    both = weather.values()
    for name in ("precipitation", "temp_max", "temp_min", "wind"):
        assert np.concatenate([getattr(w, name) for w in both]).tolist() == [float(v) for v in table[name]]
    assert [str(d) for w in both for d in w.date] == table["date"] and [k for w in both for k in w.kind] == table["weather"]
    table, games = slowly("nfl_elo"), data.load_nfl_elo()
    for name in ("season", "neutral", "playoff", "elo1", "elo2", "elo_prob1", "score1", "score2", "result1"):
        assert getattr(games, name).tolist() == [float(v) for v in table[name]]
    for name in ("date", "team1", "team2"):
        assert getattr(games, name).astype(str).tolist() == table[name]
    table, bits = slowly("adult_bits"), data.load_adult_bits()
    assert tuple(table) == bits.names and all(bits.column(n).tolist() == [v == "1" for v in table[n]] for n in table)


def test_loss_matrices_fit_any_experiment():
    for told in all_experts():
        assert isinstance(told, data.ExpertData) and told.losses.shape == (told.T, told.n_experts)
        assert told.losses.min() >= 1 - told.loss_range and told.losses.max() <= 1 and not told.losses.flags.writeable
        assert len(set(told.names)) == told.n_experts and told.title and told.rounds and told.loss
        assert told.totals[told.best] == told.totals.min()
        if told.loss_range == 1.0:
            eta = experts.learning_rate(told.T, told.n_experts, rule="hoeffding")
            regret = experts.expected_regret(told.losses, eta=eta)[-1]
            assert 0 < regret < experts.regret_bound_sharp(told.T, told.n_experts)


@pytest.mark.parametrize(
    "change, says",
    [
        ({"losses": [[0.5, 1.5]]}, "losses must be <= 1"),
        ({"losses": [[0.5, -0.5]]}, "losses must be >= 0"),
        ({"losses": [[0.5, np.nan]]}, "losses must be finite"),
        ({"losses": [0.5, 0.5]}, "losses must have shape"),
        ({"losses": [[-1.5, 0]], "loss_range": 2.0}, "losses must be >= -1"),
        ({"loss_range": 3.0}, "loss_range must be one of"),
        ({"names": ("a",)}, "names must have one entry for each of 2 columns"),
        ({"names": "ab"}, "names must be"),
        ({"names": (1, 2)}, "each of names must be a string"),
        ({"title": None}, "title must be a string"),
    ],
)
def test_bad_expert_data(change, says):
    good = {"title": "t", "names": ("a", "b"), "losses": [[0.5, 1.0]], "rounds": "days", "loss": "wrong"}
    assert data.ExpertData(**good).totals.tolist() == [0.5, 1.0]
    with pytest.raises(ValueError, match=says):
        data.ExpertData(**(good | change))


def test_expert_data_keeps_a_copy_of_its_own():
    losses = np.array([[0.0, 1.0]])
    told = data.ExpertData(title="t", names=["a", "b"], losses=losses, rounds="days", loss="wrong")
    losses[:] = 0.5
    assert told.losses.tolist() == [[0.0, 1.0]] and told.names == ("a", "b")


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: data.racing_rules(None), "races must be a HorseRaces"),
        (lambda: data.racing_rules([1]), "races must be a HorseRaces"),
        (lambda: data.stock_experts(data.load_nyse().relatives), "stocks must be a Stocks"),
        (lambda: data.stock_experts(data.load_nyse(), low=0.8), "low must be a finite number in .0, 0.75"),
        (lambda: data.stock_experts(data.load_nyse(), high=1.3), "high must be a finite number in .1.35294, "),
        (lambda: data.stock_experts(data.load_nyse(), low=1.5, high=1.4), "low must be a finite number in"),
        (lambda: data.load_nyse().of("apple"), "name must be one of 'ahp'"),
        (lambda: data.weather_rules("Boston"), "city must be one of 'Seattle', 'New York', 'both'"),
        (lambda: data.weather_rules(["Seattle"]), "city must be one of"),
        (lambda: data.nfl_forecasters(None), "games must be a FootballGames"),
        (lambda: data.literal_losses(None), "bits must be an AdultBits"),
        (lambda: data.literal_losses(data.load_adult_bits(), "age"), "target must be one of 'income_gt_50k'"),
    ],
)
def test_bad_questions(ask, says):
    with pytest.raises(ValueError, match=says):
        ask()


def test_sums_so_far_against_a_slow_sum():
    rng = np.random.default_rng(3)
    for n in (1, 2, 30, 60):
        values, times, groups = rng.normal(size=n), rng.integers(0, 6, n), rng.integers(0, 4, n)
        slow = [sum(values[(groups == g) & (times < t)]) for g, t in zip(groups, times)]
        np.testing.assert_allclose(sum_before(values, times, groups), slow, atol=1e-12)


# ------------------------------------------------------------------------------------- races

RULES = {  # wins of 262, pay-out per 1 staked
    "favourite": (94, 0.787), "youngest": (57, 1.240), "second favourite": (55, 0.897), "gate 1": (43, 1.406),
    "highest rating": (36, 0.745), "jockey with best win rate so far": (36, 0.857), "jockey with most wins so far": (35, 0.827),
    "third favourite": (30, 0.754), "heaviest": (29, 0.511), "outermost gate": (20, 0.980), "lightest": (20, 0.620),
    "oldest": (11, 0.968), "longest odds": (3, 0.594),
}


def test_races_are_whole():
    races = data.load_horse_races()
    assert races.n_races == 262 and races.n_runners == 2793
    assert str(races.date[0]) == "2026-01-03" and str(races.date[-1]) == "2026-03-29"
    days = [races.race_no[races.date == day].tolist() for day in np.unique(races.date)]
    assert all(day == list(range(1, len(day) + 1)) for day in days)
    assert Counter(map(len, days)) == {10: 13, 11: 12}
    fields = [slice(a, b) for a, b in itertools.pairwise(races.starts)]
    places = [sorted(races.finish[field].tolist()) for field in fields]
    assert all((races.race[field] == r).all() and (np.diff(races.gate[field]) > 0).all() for r, field in enumerate(fields))
    assert sum(place == list(range(1, len(place) + 1)) for place in places) == 257
    assert all(len(place) - len(set(place)) <= 1 for place in places) and sum(place.count(1) == 2 for place in places) == 1
    sizes = Counter(map(len, places))
    assert min(sizes) == 7 and max(sizes) == 15 and sizes[10] + sizes[11] > 131
    inverse = np.array([(1 / races.win_odds[field]).sum() for field in fields])
    assert round(np.median(inverse), 3) == 1.249 and (inverse < 1.2).sum() == 4
    assert (races.horse.max(), races.jockey.max(), races.trainer.max()) == (1332, 45, 51)


def test_racing_rules_have_the_published_wins_and_payouts():
    rules = data.racing_rules(data.load_horse_races())
    wins, payouts = (1 - rules.losses).sum(axis=0), rules.payouts.mean(axis=0).round(3)
    assert dict(zip(rules.names, zip(wins.tolist(), payouts.tolist()))) == RULES
    assert rules.names[rules.best] == "favourite" and rules.totals.min() == 168
    eta = experts.learning_rate(262, 13, rule="hoeffding")
    assert round(experts.expected_losses(rules.losses, eta=eta).sum(), 1) == 178.5
    assert round(experts.expected_regret(rules.losses, eta=eta)[-1], 1) == 10.5
    assert round(experts.regret_bound_sharp(262, 13), 1) == 18.3


def test_racing_rules_against_a_slow_loop():
    races, wins, rides = data.load_horse_races(), Counter(), Counter()
    rules = data.racing_rules(races)
    for r, (a, b) in enumerate(itertools.pairwise(races.starts)):
        field = range(a, b)  # by gate, so that min, max and sorted leave ties to the lower gate
        by_odds = sorted(field, key=lambda i: races.win_odds[i])
        slow = {
            "favourite": by_odds[0], "second favourite": by_odds[1], "third favourite": by_odds[2],
            "longest odds": max(field, key=lambda i: races.win_odds[i]), "gate 1": field[0], "outermost gate": field[-1],
            "lightest": min(field, key=lambda i: races.weight_kg[i]), "heaviest": max(field, key=lambda i: races.weight_kg[i]),
            "highest rating": max(field, key=lambda i: races.rating[i]),
            "youngest": min(field, key=lambda i: races.age[i]), "oldest": max(field, key=lambda i: races.age[i]),
            "jockey with most wins so far": max(field, key=lambda i: wins[races.jockey[i]]),
            "jockey with best win rate so far": max(
                field, key=lambda i: (wins[races.jockey[i]] + 1) / (rides[races.jockey[i]] + 10)),
        }
        assert dict(zip(rules.names, rules.picks[r].tolist())) == slow
        rides.update(races.jockey[a:b].tolist())
        wins.update(races.jockey[a:b][races.finish[a:b] == 1].tolist())


def test_racing_rules_do_not_look_ahead():
    races = data.load_horse_races()
    picks, now = data.racing_rules(races).picks, 100
    rng = np.random.default_rng(7)
    finish = np.where(races.race >= now, rng.permutation(races.finish), races.finish)
    changed = data.racing_rules(dataclasses.replace(races, finish=finish)).picks
    assert (changed[: now + 1] == picks[: now + 1]).all()
    assert set(np.flatnonzero((changed != picks).any(axis=0))) == {11, 12}  # the two rules that learn do learn


# ------------------------------------------------------------------------------------- stocks


def test_stock_losses_are_log_relatives_in_other_units():
    stocks = data.load_nyse()
    told = data.stock_experts(stocks)
    assert stocks.relatives.min() == told.low == 0.75 and stocks.relatives.max() == told.high == 1.35294
    assert told.losses.min() == 0 and told.losses.max() == 1 and told.nats == pytest.approx(np.log(1.35294 / 0.75))
    log_wealth = stocks.T * np.log(told.high) - told.nats * told.totals
    np.testing.assert_allclose(log_wealth, np.log(stocks.relatives).sum(axis=0), atol=1e-9)
    assert told.names[told.best] == "morris"
    wider = data.stock_experts(stocks, low=0.5, high=2)
    np.testing.assert_allclose(wider.losses, (np.log(2) - np.log(stocks.relatives)) / np.log(4), atol=1e-14)


# ------------------------------------------------------------------------------------- weather


def test_weather_counts():
    weather = data.load_weather()
    kinds = {"Seattle": dict(rain=641, sun=640, fog=101, drizzle=53, snow=26),
             "New York": dict(sun=826, rain=446, snow=93, drizzle=58, fog=38)}
    for city, wet in (("Seattle", 623), ("New York", 470)):
        w = weather[city]
        assert w.city == city and w.wet.sum() == wet and Counter(w.kind.tolist()) == kinds[city]
        assert str(w.date[0]) == "2012-01-01" and (np.diff(w.date) == np.timedelta64(1, "D")).all() and len(w.date) == 1461
    with pytest.raises(TypeError):
        weather["Boston"] = None


WEATHER = {
    "as yesterday": (0.721, 0.636), "majority of last 3": (0.681, 0.602), "yesterday's range under 6 degrees": (0.677, 0.640),
    "October to April": (0.655, 0.483), "majority of last 7": (0.653, 0.628), "as two days ago": (0.654, 0.541),
    "always dry": (0.575, 0.677),
}


def test_weather_rules_have_the_published_shares_and_a_best_rule_that_shifts():
    both = data.weather_rules("both")
    for k, city in enumerate(("Seattle", "New York")):
        rules = data.weather_rules(city)
        right = (1 - rules.losses).mean(axis=0).round(3)
        assert dict(zip(rules.names, right.tolist())) == {name: shares[k] for name, shares in WEATHER.items()}
        assert rules.losses.shape == (1454, 7) and (both.losses[1454 * k : 1454 * (k + 1)] == rules.losses).all()
        assert rules.names[rules.best] == ("as yesterday", "always dry")[k]
        assert set(np.unique(rules.losses)) == {0.0, 1.0} and (rules.losses == (rules.forecasts != rules.outcomes[:, None])).all()


def test_weather_rules_against_a_slow_loop():
    for city, w in data.load_weather().items():
        rules = data.weather_rules(city)
        for t, day in enumerate(range(7, 1461)):
            past = w.wet[:day]
            slow = [past[-1], sum(past[-3:]) >= 2, w.temp_max[day - 1] - w.temp_min[day - 1] < 6,
                    int(str(w.date[day])[5:7]) in (10, 11, 12, 1, 2, 3, 4), sum(past[-7:]) >= 4, past[-2], False]
            assert rules.forecasts[t].tolist() == slow and rules.outcomes[t] == w.wet[day]


# ------------------------------------------------------------------------------------- football


def test_nfl_figures():
    games = data.load_nfl_elo()
    assert games.n == 16810 and (games.season.min(), games.season.max()) == (1920, 2020)
    assert (np.diff(games.date).astype(int) >= 0).all()
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
    average = sum(points.values()) / len(points)
    assert round(average, 2) == 648.22 and abs(average - 648.24) < 0.03  # published, from unrounded probabilities


def test_nfl_forecasters():
    games = data.load_nfl_elo()
    told = data.nfl_forecasters(games)
    assert told.losses.shape == (16494, 8) and set(np.unique(told.outcomes)) == {0.0, 1.0}
    assert told.forecasts.min() >= 0 and told.forecasts.max() <= 1
    brier = dict(zip(told.names, told.losses.mean(axis=0)))
    assert told.names[told.best] == "Elo" and round(brier["Elo"], 4) == 0.2117 and brier["always one half"] == 0.25
    assert round(1 - brier["Elo's favourite, for certain"], 4) == 0.6655
    plain = [brier[n] for n in ("Elo", "Elo without home field", "records this season", "home team's share so far")]
    assert plain == sorted(plain) and plain[-1] < 0.25


def test_nfl_forecasters_against_a_slow_loop():
    games = data.load_nfl_elo()
    told, decided = data.nfl_forecasters(games), games.result1 != 0.5
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


def cells(bits, k):
    return bits.x[:, :k] @ (1 << np.arange(k))


def test_adult_cells():
    bits = data.load_adult_bits()
    assert bits.n == 45222 and bits.x.shape == (45222, 16) and bits.x.dtype == bool
    for k, occupied, entropy in ((8, 251, 6.66), (10, 688, 7.68), (12, 1697, 8.40), (16, 4123, 9.87)):
        p = np.bincount(cells(bits, k)) / bits.n
        p = p[p > 0]
        assert len(p) == occupied and round(-(p * np.log2(p)).sum(), 2) == entropy


@pytest.mark.parametrize("k, n_queries, worst, mean", [(8, 448, (0.323, 0.131), (0.067, 0.034)),
                                                       (16, 4480, (0.666, 0.204), (0.108, 0.024))])
def test_adult_three_way_marginals(k, n_queries, worst, mean):
    x = data.load_adult_bits().x[:, :k]
    share, far = np.column_stack([1 - x.mean(axis=0), x.mean(axis=0)]), []
    for a, b, c in itertools.combinations(range(k), 3):
        true = np.bincount(x[:, a] * 4 + x[:, b] * 2 + x[:, c], minlength=8).reshape(2, 2, 2) / len(x)
        product = share[a][:, None, None] * share[b][:, None] * share[c]
        far.append([np.abs(true - 1 / 8).ravel(), np.abs(true - product).ravel()])
    far = np.array(far).transpose(1, 0, 2).reshape(2, -1)
    assert far.shape[1] == n_queries
    assert tuple(far.max(axis=1).round(3)) == worst and tuple(far.mean(axis=1).round(3)) == mean


def test_adult_predictors():
    bits = data.load_adult_bits()
    told = data.literal_losses(bits)
    y = bits.column("income_gt_50k")
    assert round(y.mean(), 4) == 0.2478 and told.losses.shape == (45222, 30) and told.loss_range == 2.0
    assert set(np.unique(told.losses)) == {-1.0, 1.0} and (told.losses[:, :15] == -told.losses[:, 15:]).all()
    error = (1 + told.losses.mean(axis=0)) / 2
    assert told.names[told.best] == "capital_gain_pos" and round(error.min(), 4) == 0.2266
    # on the occupied cells of the other 15 bits, with their numbers of rich and poor, conjunctions are quick to try
    cell, index = np.unique(bits.x[:, 1:], axis=0, return_inverse=True)
    rich, poor = np.bincount(index, weights=y), np.bincount(index, weights=~y)
    literal = np.hstack([cell, ~cell])
    np.testing.assert_allclose(error, (~literal.T @ rich + literal.T @ poor) / bits.n)
    for width, names, best in ((2, ("married", "bachelors"), 0.1848), (3, ("married", "some_college", "white_collar"), 0.1795)):
        tried = {c: rich.sum() + (poor - rich)[literal[:, c].all(axis=1)].sum() for c in itertools.combinations(range(30), width)}
        winner = min(tried, key=tried.get)
        assert tuple(told.names[i] for i in winner) == names and round(tried[winner] / bits.n, 4) == best
    assert round(np.minimum(rich, poor).sum() / bits.n, 4) == 0.1479


def test_literals_of_another_target():
    bits = data.load_adult_bits()
    told = data.literal_losses(bits, "male")
    assert "male" not in told.names and "not married" in told.names and told.n_experts == 30
    i = told.names.index("not income_gt_50k")
    assert (told.losses[:, i] == np.where(~bits.column("income_gt_50k") == bits.column("male"), -1, 1)).all()
