"""What the benchmarks share: the best time of some repeats, a table of them, the memory of a call, options."""

import argparse
import timeit
import tracemalloc


def best(work, repeats: int = 7) -> float:
    """The best time of some repeats, in seconds."""
    return min(timeit.repeat(work, number=1, repeat=repeats))


def peak(work) -> int:
    """The most memory that a call holds at once, in bytes."""
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def table(title: str, ways: dict, entries: int, ours: str) -> None:
    """Time each way, given as (work, repeats) by name, and print nanoseconds an entry and how many times ours that is.
    """
    times = {name: best(*way) for name, way in ways.items()}
    print(f"\n{title}\n{'':40s}{'ns an entry':>12s}{'times ours':>12s}")
    for name, seconds in times.items():
        print(f"  {name:38s}{1e9 * seconds / entries:12.2f}{seconds / times[ours]:12.2f}")


def options(words: str, **defaults):
    """The options of a script, each with the type of its default; `words` is its docstring."""
    parser = argparse.ArgumentParser(description=words.splitlines()[0])
    for name, default in defaults.items():
        several = isinstance(default, list)
        parser.add_argument("--" + name.replace("_", "-"), type=type(default[0] if several else default),
                            nargs="+" if several else None, default=default)
    return parser.parse_args()
