"""Real data that only companions look at, in `dplearn.data`'s way: wines for regression, weather for
experts, and literals of the census bits as experts for the private linear learner."""

from .literals import literal_losses
from .weather import CityWeather, load_weather, weather_rules
from .wine import WineQuality, load_wine_quality
