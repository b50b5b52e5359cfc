"""Old place of `histogram_of` and `max_error`, until the online half is merged."""

from .workloads import histogram_of, max_error  # noqa: F401
