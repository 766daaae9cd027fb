"""A browser trace is split into frames, and each layout is assigned to its frame."""

from __future__ import annotations

import json

from bench.web_trace import Frame, read


def event(name: str, begin: float, lasts: float = 0, ph: str = "X", **more: object) -> object:
    """Return a main-thread event with times in milliseconds; CPU time is half of the duration."""
    times = {"ts": begin * 1000, "dur": lasts * 1000, "tdur": lasts * 500}
    return {"pid": 1, "tid": 2, "name": name, "ph": ph, "args": {}, **times, **more}


def test_frames_with_only_motion_are_distinguished_from_frames_with_scripts() -> None:
    events = [
        event("thread_name", 0, ph="M", args={"name": "CrRendererMain"}),
        event("RunTask", 0, 4),
        event("BeginMainThreadFrame", 1, ph="I"),
        event("Animation", 2, ph="b", id2={"local": "0x1"}),
        event("RunTask", 16, 6),
        event("BeginMainThreadFrame", 17, ph="I"),
        event("RunTask", 24, 2),
        event("FunctionCall", 24, 1),
        event("RunTask", 32, 8),
        event("BeginMainThreadFrame", 33, ph="I"),
        event("Layout", 34, 1),
        event("Animation", 36, ph="e", id2={"local": "0x1"}),
    ]
    traced = read(json.dumps({"traceEvents": events}).encode())
    assert traced.frames[1:] == [
        Frame(cost=3, moving=True, scripted=False, layouts=0),
        Frame(cost=5, moving=True, scripted=True, layouts=1),
    ]
    assert traced.layouts == (0, 1)
    assert traced.forced == 0


def test_a_layout_inside_a_script_counts_as_forced() -> None:
    events = [
        event("thread_name", 0, ph="M", args={"name": "CrRendererMain"}),
        event("RunTask", 0, 4),
        event("FunctionCall", 1, 3),
        event("Layout", 2, 1),
    ]
    assert read(json.dumps({"traceEvents": events}).encode()).forced == 1


def test_the_work_of_an_event_excludes_the_events_inside() -> None:
    events = [
        event("thread_name", 0, ph="M", args={"name": "CrRendererMain"}),
        event("RunTask", 0, 10),
        event("FunctionCall", 0, 6),
        event("Layout", 2, 2),
        event("Paint", 6, 2),
        event("RunTask", 20, 4),
        event("Layout", 21, 2),
    ]
    work = read(json.dumps({"traceEvents": events}).encode()).work
    assert work == {"RunTask": 2, "FunctionCall": 2, "Layout": 2, "Paint": 1}


def animation(number: int, begin: float, ph: str, **data: object) -> object:
    return event("Animation", begin, ph=ph, id2={"local": hex(number)}, args={"data": data})


def test_an_animation_counts_as_running_on_the_main_thread_if_its_first_status_says_so() -> None:
    events = [
        event("thread_name", 0, ph="M", args={"name": "CrRendererMain"}),
        event("RunTask", 0, 4),
        animation(1, 1, "b", state="running"),
        animation(2, 1, "b", state="running"),
        animation(3, 1, "b", state="running"),
        animation(2, 2, "n", compositeFailed=8192, unsupportedProperties=["left"]),
        animation(3, 2, "n", compositeFailed=0),
        animation(1, 3, "n", state="running"),
        animation(2, 3, "n", state="running"),
        animation(1, 4, "n", compositeFailed=131104),
        animation(1, 5, "e"),
    ]
    traced = read(json.dumps({"traceEvents": events}).encode())
    assert (traced.animations, traced.own) == (3, 1)
