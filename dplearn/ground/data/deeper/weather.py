"""Daily weather in two cities, and forecasting rules as experts."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ... import _validate as check
from .._files import columns, frozen
from ..expert_data import ExpertData

LOOK_BACK = 7            # days that the longest rule needs before its first forecast
COLD_RANGE = 6           # degrees between day and night: clouds keep it small
WINTER = (10, 11, 12, 1, 2, 3, 4)
BOTH = "both"


@dataclass(frozen=True, eq=False)
class CityWeather:
    """1,461 days in one city, 1 January 2012 to 31 December 2015.

    Attributes
    ----------
    city : str
    date : datetime64[D] array (1461,)
    precipitation : float array (1461,), in mm
    temp_max, temp_min : float arrays (1461,), in degrees Celsius
    wind : float array (1461,)
    kind : str array (1461,): drizzle, fog, rain, snow or sun

    All arrays are read-only.
    """

    city: str
    date: np.ndarray
    precipitation: np.ndarray
    temp_max: np.ndarray
    temp_min: np.ndarray
    wind: np.ndarray
    kind: np.ndarray

    @property
    def wet(self) -> np.ndarray:
        """True on days with any precipitation, shape (1461,)."""
        return self.precipitation > 0


@functools.cache
def load_weather() -> Mapping[str, CityWeather]:
    """The weather in Seattle and in New York.

    Returns
    -------
    read-only mapping of "Seattle" and "New York" to CityWeather
        Cached: every call gives the same object.  The first takes about 20 ms.

    Source: NOAA National Centers for Environmental Information (public domain), as in vega-datasets.
    """
    table = columns("weather.csv.gz", date="date", real="precipitation temp_max temp_min wind")
    location, table["kind"] = table.pop("location"), table.pop("weather")
    return MappingProxyType({
        city: CityWeather(city, **{name: frozen(column[location == city]) for name, column in table.items()})
        for city in dict.fromkeys(location.tolist())})


def _days(values: np.ndarray, ago: int) -> np.ndarray:
    """`values` so many days before each day that is forecast."""
    return values[LOOK_BACK - ago : len(values) - ago]


def _rules(weather: CityWeather) -> dict[str, np.ndarray]:
    wet, month = weather.wet, weather.date.astype("datetime64[M]").astype(int) % 12 + 1
    return {
        "as yesterday": _days(wet, 1),
        "majority of last 3": sum(_days(wet, ago).astype(int) for ago in (1, 2, 3)) >= 2,
        "yesterday's range under 6 degrees": _days(weather.temp_max - weather.temp_min, 1) < COLD_RANGE,
        "October to April": np.isin(_days(month, 0), WINTER),
        "majority of last 7": sum(_days(wet, ago).astype(int) for ago in range(1, 8)) >= 4,
        "as two days ago": _days(wet, 2),
        "always dry": np.zeros(len(wet) - LOOK_BACK, dtype=bool),
    }


@functools.cache
def _weather_rules(city: str) -> ExpertData:
    cities = list(load_weather().values()) if city == BOTH else [load_weather()[city]]
    each = [_rules(weather) for weather in cities]
    wrong = {name: np.concatenate([rules[name] != _days(weather.wet, 0) for rules, weather in zip(each, cities)])
             for name in each[0]}
    return ExpertData(tuple(wrong), frozen(np.column_stack(list(wrong.values())).astype(float)))


def weather_rules(city: str) -> ExpertData:
    """Seven yes/no rules for "wet today" as experts, from the eighth day on; all but the calendar look back only.

    Parameters
    ----------
    city : "Seattle", "New York", or "both": Seattle's days, then New York's, so that the best rule shifts half-way

    Returns
    -------
    ExpertData, shape (1454, 7) or (2908, 7), cached
        Loss 1 for a day that the rule takes for dry and that was wet, or the other way round.

    Raises
    ------
    ValueError
        For another city.
    """
    return _weather_rules(check.choice("city", city, (*load_weather(), BOTH)))
