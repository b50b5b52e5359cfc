"""Football games with a forecaster of repute, and plainer forecasters beside it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from .. import _validate as check
from ._files import columns, frozen, sum_before
from .expert_data import Forecasters, forecasters


@dataclass(frozen=True, eq=False)
class FootballGames:
    """All 16,810 games of the National Football League, seasons 1920 to 2020, in time order.

    Attributes
    ----------
    date : datetime64[D] array (16810,)
    season : int64 array (16810,)
    neutral, playoff : bool arrays (16810,)
        team1 is the home team unless `neutral`.
    team1, team2 : str arrays (16810,)
    elo1, elo2 : float arrays (16810,)
        FiveThirtyEight's ratings before the game.
    elo_prob1 : float array (16810,)
        The Elo probability that team1 wins, given before the game.
    score1, score2 : int64 arrays (16810,)
    result1 : float array (16810,)
        1 if team1 won, 0 if it lost, 0.5 for a tie.

    All arrays are read-only.
    """

    date: np.ndarray
    season: np.ndarray
    neutral: np.ndarray
    playoff: np.ndarray
    team1: np.ndarray
    team2: np.ndarray
    elo1: np.ndarray
    elo2: np.ndarray
    elo_prob1: np.ndarray
    score1: np.ndarray
    score2: np.ndarray
    result1: np.ndarray

    @property
    def n(self) -> int:
        """Number of games, 16810."""
        return len(self.result1)


@functools.cache
def load_nfl_elo() -> FootballGames:
    """The games with FiveThirtyEight's Elo probabilities.

    Returns
    -------
    FootballGames
        Cached: every call gives the same object.  The first takes about 0.1 s.

    Source: fivethirtyeight/nfl-elo-game, MIT, Copyright (c) 2021 ABC News Internet Ventures.
    """
    table = columns("nfl_elo.csv.gz", date="date", whole="season score1 score2", real="elo1 elo2 elo_prob1 result1")
    return FootballGames(**table | {flag: frozen(table[flag] == "1") for flag in ("neutral", "playoff")})


def _share(wins: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Share of wins, begun with one won and one lost so that the first forecast is one half."""
    return (wins + 1) / (games + 2)


def _shares(games: FootballGames, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Shares of wins before a game of team1 among those filed under `first`, of team2 under `second`: shape (2, n)."""
    files = np.unique(np.concatenate([first, second]), return_inverse=True)[1]
    results, dates = np.concatenate([games.result1, 1 - games.result1]), np.tile(games.date, 2)
    wins, met = (sum_before(values, dates, files) for values in (results, np.ones(2 * games.n)))
    return _share(wins, met).reshape(2, -1)


@functools.cache
def _nfl_forecasters(games: FootballGames) -> Forecasters:
    at_home = np.where(games.neutral, 0.0, 1.0)
    home_wins, home_games = (sum_before(v, games.date, games.neutral) for v in (games.result1 * at_home, at_home))
    season = _shares(games, *(team + games.season.astype(str) for team in (games.team1, games.team2)))
    said = {
        "Elo": games.elo_prob1,
        "Elo without home field": 1 / (1 + 10 ** ((games.elo2 - games.elo1) / 400)),
        "Elo's favourite, for certain": (np.sign(games.elo_prob1 - 0.5) + 1) / 2,
        "always one half": np.full(games.n, 0.5),
        "home team's share so far": np.where(games.neutral, 0.5, _share(home_wins, home_games)),
        "home team, for certain": np.where(games.neutral, 0.5, 1.0),
        "records this season": season[0] / season.sum(axis=0),
        "earlier meetings": _shares(games, games.team1 + "-" + games.team2, games.team2 + "-" + games.team1)[0],
    }
    decided = games.result1 != 0.5
    said = {name: forecast[decided] for name, forecast in said.items()}
    return forecasters("Who wins a football game", said, games.result1[decided], rounds="games")


def nfl_forecasters(games: FootballGames) -> Forecasters:
    """Eight forecasters of "the first-named team wins", Elo among them, with their Brier losses.

    Parameters
    ----------
    games : FootballGames

    Returns
    -------
    Forecasters, shape (16494, 8), cached
        The 316 ties are no rounds, as in FiveThirtyEight's own scoring, but count half a win in later records.
        Whatever a forecaster learns "so far" comes from earlier dates.  On neutral ground "home" rules say one half.

    Raises
    ------
    ValueError
        For anything else than `FootballGames`.
    """
    return _nfl_forecasters(check.instance("games", games, FootballGames))
