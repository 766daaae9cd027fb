"""Analysis of Chromium traces: the tasks, frames and layouts on a page's main thread.

Times are the thread's CPU times, so waiting for a core does not count. They are less exact when the
browser throttles the page, which it does by running busy loops in the thread. Each loop lasts three
times the browser's estimate of how long the thread has run, and can add up to 3 ms to a task that
does nothing.

Motion frames, which only move something, are distinguished from update frames, which show something
new. An update frame is preceded by a script that handles a message or starts the next step of an
animation.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
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
    """A frame produced by the main thread."""

    cost: float
    """CPU milliseconds of the frame's task and of the tasks in the 1/60 s before it."""
    moving: bool
    """Whether something on the screen was moving."""
    scripted: bool
    """Whether a script has run since the previous frame."""
    layouts: int


class Traced(msgspec.Struct, frozen=True):
    """The main thread's activity during a trace."""

    seconds: float
    tasks: list[float]
    """CPU milliseconds for each task."""
    walls: list[float]
    """Wall-clock milliseconds for each task."""
    frames: list[Frame]
    forced: int
    """Layouts forced by a script."""
    drawn: int
    """Frames that were displayed, including those made by the compositor alone."""
    animations: int
    """Animations that started."""
    own: int
    """Animations that ran on the main thread because the compositor could not run them."""
    work: dict[str, float]
    """CPU milliseconds by event type, without the events inside."""

    def costs(self, scripted: bool) -> list[float]:
        """Return the costs of frames during animations: update frames if scripted, else motion frames."""
        return [one.cost for one in self.frames if one.moving and one.scripted == scripted]

    @property
    def layouts(self) -> tuple[int, int]:
        """The numbers of layouts during animations: in motion frames, and in update frames."""
        moving = [one for one in self.frames if one.moving]
        return (
            sum(one.layouts for one in moving if not one.scripted),
            sum(one.layouts for one in moving if one.scripted),
        )


class Span(msgspec.Struct, frozen=True):
    """A time span in microseconds."""

    begin: float
    end: float


def span(event: dict[str, Any]) -> Span:
    return Span(event["ts"], event["ts"] + event.get("dur", 0))


def spans(events: Sequence[dict[str, Any]], names: Sequence[str]) -> list[Span]:
    """Return the spans of all complete events with one of these names, in order."""
    return [span(one) for one in events if one["name"] in names and one["ph"] == "X"]


def at(costs: Sequence[float], share: float) -> float:
    """Return a quantile of the costs; 0 if there are none."""
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
        work(main),
    )


def cost(task: dict[str, Any]) -> float:
    """Return the CPU milliseconds of a task."""
    return float(task.get("tdur", task["dur"])) / 1e3


def work(main: list[dict[str, Any]]) -> dict[str, float]:
    """Return the CPU milliseconds spent on each type of event, without the events inside.

    Unlike quantiles of frames, these sums are comparable between two short traces.
    """
    events = [one for one in main if one["ph"] == "X" and "tdur" in one]
    events.sort(key=lambda one: (one["ts"], -one["dur"]))
    found = defaultdict[str, float](float)
    around = list[dict[str, Any]]()
    for one in events:
        while around and span(around[-1]).end <= one["ts"]:
            around.pop()
        if around:
            found[around[-1]["name"]] -= cost(one)
        found[one["name"]] += cost(one)
        around.append(one)
    return dict(found)


def frames(
    main: list[dict[str, Any]],
    tasks: list[dict[str, Any]],
    scripts: list[Span],
    layouts: list[Span],
) -> list[Frame]:
    """Group the tasks into frames; each frame ends with the task that produced it.

    The compositor can run animations on its own for a long time between two frames, so a frame's
    cost includes only tasks from the last sixtieth of a second.
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
    """Return how many animations started, and how many of them the compositor could not run.

    Only an animation's first event after its start counts: it reports either that the animation
    is running or why the compositor could not run it. Later events are ignored, because removing
    the element also reports a failure.
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
    """Return the identifier that all of an animation's events share."""
    return json.dumps(event.get("id2") or event.get("id"))


def motions(main: list[dict[str, Any]]) -> list[Span]:
    """Return the time spans of all animations."""
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
