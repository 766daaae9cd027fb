"""Every use of something that Windows lacks, or does differently, has a fallback and is listed here."""

from __future__ import annotations

import ast
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import IO, Any

import pytest

import passgo.sim.time_limit  # noqa: F401  # its imports must not see another platform
from passgo.sim.plan import SimulationError
from tests.waiting import DEADLINE

SRC = Path(__file__).parent.parent / "src"

# For each file and name, what happens on Windows instead.
FALLBACKS = {
    "passgo/cli/terminal/console.py": {
        "readline": "no line editing beyond the console's own",
    },
    "passgo/cpus.py": {
        "os.sched_getaffinity": "os.cpu_count()",
    },
    "passgo/file_lock.py": {
        "fcntl": "msvcrt.locking",
    },
    "passgo/server/bot_pool.py": {
        "start_new_session=": "CREATE_NEW_PROCESS_GROUP; Windows ignores start_new_session",
    },
    "passgo/server/crash_points.py": {
        "os.kill": "ends the process, as SIGKILL does elsewhere",
        "signal.SIGKILL": "SIGTERM, with which os.kill ends a process immediately",
    },
    "passgo/server/frames.py": {
        "signal.ITIMER_REAL": "faulthandler.dump_traceback_later",
        "signal.setitimer": "faulthandler.dump_traceback_later",
    },
    "passgo/server/run_server.py": {
        ".add_signal_handler": "signal.signal",
        ".remove_signal_handler": "signal.signal",
        "socket.SO_REUSEADDR": "SO_EXCLUSIVEADDRUSE",
    },
    "passgo/server/worker.py": {
        "os.nice": "the same priority as the server",
        "start_new_session=": "CREATE_NEW_PROCESS_GROUP; Windows ignores start_new_session",
    },
    "passgo/sim/executors.py": {
        "signal.SIG_BLOCK": "the workers ignore Ctrl-C as soon as they are set up",
        "signal.SIG_SETMASK": "the workers ignore Ctrl-C as soon as they are set up",
        "signal.pthread_sigmask": "the workers ignore Ctrl-C as soon as they are set up",
    },
    "passgo/sim/time_limit.py": {
        "signal.ITIMER_REAL": "--move-seconds is rejected with a sentence",
        "signal.SIGALRM": "--move-seconds is rejected with a sentence",
        "signal.setitimer": "--move-seconds is rejected with a sentence",
    },
}

MODULES = {
    *("crypt", "curses", "dbm.gnu", "dbm.ndbm", "fcntl", "grp", "nis", "posix", "pty", "pwd"),
    *("readline", "resource", "spwd", "syslog", "termios", "tty", "uvloop"),
}
NAMES = {
    "asyncio": "SelectorEventLoop open_unix_connection start_unix_server",
    "multiprocessing": "set_start_method",
    "os": "O_CLOEXEC O_DIRECTORY O_DSYNC O_NOCTTY O_NOFOLLOW O_NONBLOCK O_SYNC WEXITSTATUS WIFEXITED "
    "WIFSIGNALED WNOHANG WTERMSIG chown chroot confstr copy_file_range ctermid eventfd fchdir fchmod "
    "fchown fork forkpty geteuid getegid getgid getgroups getloadavg getpgid getpgrp getpriority getsid "
    "getuid getxattr initgroups kill killpg lchown lockf major makedev memfd_create minor mkfifo mknod "
    "nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn posix_spawnp pread "
    "preadv pwrite pwritev readv register_at_fork sched_getaffinity sched_setaffinity sched_yield "
    "sendfile setegid seteuid setgid setgroups setpgid setpriority setsid setuid setxattr statvfs sync "
    "sysconf tcgetpgrp tcsetpgrp ttyname uname unshare wait wait3 wait4 waitid writev",
    "select": "devpoll epoll kevent kqueue poll",
    "signal": "ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE "
    "SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH SIG_BLOCK SIG_SETMASK SIG_UNBLOCK alarm "
    "getitimer pause pidfd_send_signal pthread_kill pthread_sigmask setitimer siginterrupt sigpending "
    "sigtimedwait sigwait sigwaitinfo",
    "socket": "AF_UNIX CMSG_LEN SCM_RIGHTS SO_REUSEADDR SO_REUSEPORT recv_fds send_fds",
    "time": "clock_gettime clock_settime pthread_getcpuclockid tzset",
}
QUALIFIED = {f"{module}.{name}" for module, names in NAMES.items() for name in names.split()}
METHODS = {
    *("add_child_handler", "add_reader", "add_signal_handler", "add_writer"),
    *("create_unix_connection", "create_unix_server", "remove_signal_handler"),
}
KEYWORDS = {"pass_fds", "preexec_fn", "process_group", "start_new_session"}
METHODS_OF_STARTING = {"fork", "forkserver"}


def posix_uses(source: str) -> set[str]:
    """Return everything in a module that Windows lacks or does differently."""
    nodes = list(ast.walk(ast.parse(source)))
    modules = {}  # the modules by the names they are imported under
    found = set[str]()
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.asname or alias.name] = alias.name
                found |= {alias.name} & MODULES
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} & MODULES
            found |= {f"{node.module}.{alias.name}" for alias in node.names} & QUALIFIED
    for node in nodes:
        if isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name):
                module = modules.get(node.value.id, node.value.id)
                found |= {f"{module}.{node.attr}"} & QUALIFIED
            found |= {f".{name}" for name in {node.attr} & METHODS}
        elif isinstance(node, ast.keyword) and node.arg in KEYWORDS:
            found.add(f"{node.arg}=")
        elif isinstance(node, ast.Call):
            found |= uses_by_name(node, modules)
    return found


def uses_by_name(call: ast.Call, modules: dict[str, str]) -> set[str]:
    """Return the uses in a call that names them in strings, such as getattr(os, "fork")."""
    words = {f"{one.value!s}" for one in call.args if isinstance(one, ast.Constant)}
    function = ast.unparse(call.func).rpartition(".")[2]
    if function == "get_context":
        return {f"get_context({word!r})" for word in words & METHODS_OF_STARTING}
    if function in ("import_module", "__import__"):
        return words & MODULES
    if function in ("getattr", "attrgetter") and call.args:
        name = ast.unparse(call.args[0])
        return {f"{modules.get(name, name)}.{word}" for word in words} & QUALIFIED
    return set()


def test_every_posix_use_has_a_listed_fallback() -> None:
    found = {
        file.relative_to(SRC).as_posix(): uses
        for file in sorted((SRC / "passgo").rglob("*.py"))
        if (uses := posix_uses(file.read_text("utf-8")))
    }
    assert found == {file: set(uses) for file, uses in FALLBACKS.items()}


@pytest.mark.parametrize(
    ("source", "uses"),
    [
        ("import fcntl", {"fcntl"}),
        ("def f():\n    from pwd import getpwnam", {"pwd"}),
        ("import uvloop as loops", {"uvloop"}),
        ("import importlib\nimportlib.import_module('resource')", {"resource"}),
        ("import os\nos.fork()", {"os.fork"}),
        ("import os as system\nsystem.getuid()", {"os.getuid"}),
        ("from os import killpg", {"os.killpg"}),
        ("import os\ngetattr(os, 'nice')(5)", {"os.nice"}),
        ("import signal\nsignal.signal(signal.SIGALRM, f)", {"signal.SIGALRM"}),
        ("import socket\nsocket.socket(socket.AF_UNIX)", {"socket.AF_UNIX"}),
        ("asyncio.get_running_loop().add_signal_handler(2, f)", {".add_signal_handler"}),
        ("subprocess.run(['ls'], preexec_fn=f)", {"preexec_fn="}),
        ("multiprocessing.get_context('fork')", {"get_context('fork')"}),
        ("import os\nos.replace('a', 'b')\nos.getpid()", set()),
        ("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)", set()),
        ("multiprocessing.get_context('spawn')", set()),
    ],
)
def test_posix_uses_are_found(source: str, uses: set[str]) -> None:
    assert posix_uses(source) == uses


# -- the fallbacks ---------------------------------------------------------------------------------


def load_for_windows(
    file: str, monkeypatch: pytest.MonkeyPatch, **modules: SimpleNamespace
) -> ModuleType:
    """Load a module as Windows would, with stand-ins for the modules that only Windows has."""
    for name, stand_in in modules.items():
        monkeypatch.setitem(sys.modules, name, stand_in)
    monkeypatch.setattr(sys, "platform", "win32")
    spec = importlib.util.spec_from_file_location("on_windows", SRC / "passgo" / file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_on_windows_a_byte_beyond_the_end_of_a_file_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = list[tuple[int, int]]()

    def locking(handle: int, mode: int, count: int) -> None:
        place = os.lseek(handle, 0, os.SEEK_CUR)
        if (place, count) in locked:
            raise OSError("locked")
        locked.append((place, count))

    msvcrt = SimpleNamespace(locking=locking, LK_NBLCK=2)
    module = load_for_windows("file_lock.py", monkeypatch, msvcrt=msvcrt)
    lock_file: Any = module.lock_file
    path = tmp_path / "games.csv"
    path.write_bytes(b"some lines")
    file: IO[bytes]
    with path.open("r+b") as file:
        file.seek(4)
        assert lock_file(file)
        assert locked == [(module.FAR, 1)]
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 4
        assert not lock_file(file)
        assert os.lseek(file.fileno(), 0, os.SEEK_CUR) == 4
    assert path.read_bytes() == b"some lines"


ALARM = """
import sys
import passgo.server.frames as frames
sys.platform = "win32"
frames.set_alarm(60.0)
frames.set_alarm(0.0)
frames.set_alarm(0.05)
while True:
    pass
"""


def test_on_windows_the_alarm_ends_a_busy_process() -> None:
    command = [sys.executable, "-c", ALARM]
    done = subprocess.run(command, capture_output=True, timeout=DEADLINE, text=True)
    assert done.returncode == 1
    assert "Timeout" in done.stderr


def test_on_windows_signals_stop_the_server_without_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run_server = pytest.importorskip("passgo.server.run_server")
    server = run_server.Server.__new__(run_server.Server)
    handled = list[int]()
    monkeypatch.setattr(server, "handle_exit", lambda sign, frame: handled.append(sign))
    monkeypatch.setattr(sys, "platform", "win32")
    before = {sign: signal.getsignal(sign) for sign in run_server.SIGNALS}
    with server.capture_signals():
        for sign in run_server.SIGNALS:
            signal.raise_signal(sign)
    assert handled == [*run_server.SIGNALS]
    assert {sign: signal.getsignal(sign) for sign in run_server.SIGNALS} == before


def test_on_windows_a_time_limit_for_moves_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load_for_windows("sim/time_limit.py", monkeypatch)
    with (
        pytest.raises(SimulationError, match="leave out --move-seconds"),
        module.MoveTimeLimit(1.0),
    ):
        pass
