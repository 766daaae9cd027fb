"""What a trace of Chromium says about the main thread of a page: its tasks, its frames, its layouts.

Times are those that the thread itself ran, so that waiting for a core does not count. Where the browser slows
the page down that is not quite so: it does so by loops in the thread, three times as long as the thread had
before, as far as it knows; that may be up to 3 ms in a task which itself does nothing.

The frames of motion
are told apart from those that show something new: before the latter a script ran, as a message or the next
step of the scene had come.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

CATEGORIES: Final = (
    "-*",
    "toplevel",
    "blink.animations",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "devtools.timeline.frame",
    "disabled-by-default-devtools.timeline.frame",
)
SCRIPTS: Final = ("FunctionCall", "EvaluateScript", "TimerFire", "EventDispatch")
MAIN: Final = "CrRendererMain"
SIXTIETH: Final = 1e6 / 60


class Frame(msgspec.Struct, frozen=True):
    """One frame of the main thread."""

    cost: float
    """Milliseconds that the thread ran for it: its own task, and those in the sixtieth of a second before."""
    moving: bool
    """Something on the screen was moving."""
    scripted: bool
    """A script ran since the frame before."""
    layouts: int


class Traced(msgspec.Struct, frozen=True):
    """What was seen of the main thread in some seconds."""

    seconds: float
    tasks: list[float]
    """Milliseconds of the thread, by task."""
    walls: list[float]
    """The same by the clock on the wall."""
    frames: list[Frame]
    forced: int
    """Layouts that a script waited for."""
    drawn: int
    """Frames that came to the screen, those of the compositor alone among them."""
    animations: int
    """Animations that began."""
    own: int
    """Those of them that the main thread had to draw, as the compositor could not take them."""

    def costs(self, scripted: bool) -> list[float]:
        """What frames cost while something moved: those of the motion alone, or those with something new."""
        return [one.cost for one in self.frames if one.moving and one.scripted == scripted]

    @property
    def layouts(self) -> tuple[int, int]:
        """Layouts in frames while something moved: of the motion alone, and with something new."""
        moving = [one for one in self.frames if one.moving]
        return (
            sum(one.layouts for one in moving if not one.scripted),
            sum(one.layouts for one in moving if one.scripted),
        )


class Span(msgspec.Struct, frozen=True):
    """From when to when, in microseconds."""

    begin: float
    end: float


def span(event: dict[str, Any]) -> Span:
    return Span(event["ts"], event["ts"] + event.get("dur", 0))


def spans(events: Sequence[dict[str, Any]], names: Sequence[str]) -> list[Span]:
    """The complete events of some names, in order."""
    return [span(one) for one in events if one["name"] in names and one["ph"] == "X"]


def at(costs: Sequence[float], share: float) -> float:
    """The value that such a share of them does not pass; 0 if there are none."""
    return sorted(costs)[min(len(costs) - 1, int(share * len(costs)))] if costs else 0.0


def read(raw: bytes) -> Traced:
    """Read a trace."""
    events: list[dict[str, Any]] = json.loads(raw)["traceEvents"]
    threads = {
        (one["pid"], one["tid"])
        for one in events
        if one["name"] == "thread_name" and one["args"]["name"] == MAIN
    }
    count = Counter((one["pid"], one["tid"]) for one in events)
    thread = max(threads, key=lambda one: count[one])
    drawn = sum(one["name"] == "DrawFrame" and one["pid"] == thread[0] for one in events)
    main = [one for one in events if (one["pid"], one["tid"]) == thread]
    main.sort(key=lambda one: one["ts"])
    tasks = [one for one in main if one["name"] == "RunTask" and one["ph"] == "X"]
    scripts, layouts = spans(main, SCRIPTS), spans(main, ["Layout"])
    forced = sum(
        any(one.begin <= layout.begin and layout.end <= one.end for one in scripts)
        for layout in layouts
    )
    return Traced(
        (tasks[-1]["ts"] - tasks[0]["ts"]) / 1e6,
        [cost(one) for one in tasks],
        [one["dur"] / 1e3 for one in tasks],
        frames(main, tasks, scripts, layouts),
        forced,
        drawn,
        *animations(main),
    )


def cost(task: dict[str, Any]) -> float:
    """Milliseconds that the thread ran for a task."""
    return float(task.get("tdur", task["dur"])) / 1e3


def frames(
    main: list[dict[str, Any]],
    tasks: list[dict[str, Any]],
    scripts: list[Span],
    layouts: list[Span],
) -> list[Frame]:
    """Cut the tasks into frames: each ends with the task that made it.

    While the compositor moves things alone, the frame before may be long ago: what was done then is not
    of this frame.
    """
    begun = [one["ts"] for one in main if one["name"] == "BeginMainThreadFrame"]
    moving = motions(main)
    found = list[Frame]()
    since, mine = tasks[0]["ts"], list[tuple[Span, float]]()
    for task in tasks:
        here = span(task)
        mine.append((here, cost(task)))
        if not any(here.begin <= one <= here.end for one in begun):
            continue
        found.append(
            Frame(
                sum(costs for one, costs in mine if one.end > here.begin - SIXTIETH),
                any(one.begin <= here.end and here.begin <= one.end for one in moving),
                any(since <= one.begin <= here.end for one in scripts),
                sum(since <= one.begin <= here.end for one in layouts),
            )
        )
        since, mine = here.end, []
    return found


def animations(main: list[dict[str, Any]]) -> tuple[int, int]:
    """How many animations began, and how many of them the compositor could not take.

    The first word on each counts: that it runs, or why the compositor could not take it. One whose element is
    taken away is said to fail then.
    """
    begun = set[str]()
    failed = list[bool]()
    for one in main:
        if one["name"] != "Animation":
            continue
        if one["ph"] == "b":
            begun.add(key(one))
        elif one["ph"] == "n" and key(one) in begun:
            begun.remove(key(one))
            failed.append(bool(one["args"]["data"].get("compositeFailed")))
    return len(failed), sum(failed)


def key(event: dict[str, Any]) -> str:
    """What the events of one animation have in common."""
    return json.dumps(event.get("id2") or event.get("id"))


def motions(main: list[dict[str, Any]]) -> list[Span]:
    """From when to when something was animated."""
    begun = dict[str, float]()
    found = list[Span]()
    for one in main:
        if one["name"] != "Animation":
            continue
        if one["ph"] == "b":
            begun[key(one)] = one["ts"]
        elif one["ph"] == "e" and key(one) in begun:
            found.append(Span(begun.pop(key(one)), one["ts"]))
    return found + [Span(begin, float("inf")) for begin in begun.values()]
