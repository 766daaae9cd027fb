"""`passgo serve`: run a game server."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.options import add_database_option
from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

DESCRIPTION: Final = (
    "Run a server where people and bots play together. Every move that was played is saved."
)
EXAMPLES: Final = """\
examples:
  passgo serve                                   for this computer, at http://127.0.0.1:8000
  passgo serve --open                            the same, and open the browser
  passgo serve --lan                             for everybody in the house, with a QR code
  passgo serve --port 9000 --database games.db   another port, another file
  passgo serve --database postgresql://passgo@db.example/passgo
  passgo serve --public-url https://games.example --trusted-proxies 127.0.0.1
  passgo serve --example-config > passgo.toml    every setting, with what it means

A setting is taken from the command line, else from the environment (PASSGO_PORT=9000), else from the file
that --config or PASSGO_CONFIG names, else from passgo.toml in this folder. Ctrl-C stops it; all games stay.
"""


PORTS: Final = 10
"""How many ports are tried when any will do."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument(
        "--host", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)"
    )
    parser.add_argument("--port", metavar="N", help="port to listen on (default: 8000)")
    parser.add_argument(
        "--lan",
        action="store_const",
        const="true",
        help="listen on the local network, and print a QR code",
    )
    add_database_option(parser, default=None)
    parser.add_argument(
        "--web", metavar="FOLDER", help="folder with your own build of the browser game"
    )
    parser.add_argument(
        "--public-url", metavar="URL", help="address at which players reach the server"
    )
    parser.add_argument(
        "--trusted-proxies", metavar="LIST", help="proxies whose X-Forwarded-* headers are trusted"
    )
    parser.add_argument("--bot-workers", metavar="N", help="number of bot processes")
    parser.add_argument("--log", metavar="FORM", help="log format: auto, text or json")
    parser.add_argument(
        "--log-level", metavar="LEVEL", help="log level: debug, info, warning or error"
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open the browser; if the default port is taken, use the next free one",
    )
    parser.add_argument("--config", metavar="FILE", type=Path, help="TOML file with settings")
    parser.add_argument(
        "--example-config", action="store_true", help="print an example of such a file, and exit"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    try:
        from passgo.server.config import example, load_config
        from passgo.server.qr_code import draw_for_terminal
        from passgo.server.run_server import addresses, bind_first, serve, url
        from passgo.server.storage import InUse
    except ImportError as error:
        raise UserError(f"The server needs {error.name}: {how_to_install('server')}.") from None
    if args.example_config:
        print(example(), end="")
        return 0
    names = (
        "host",
        "port",
        "lan",
        "database",
        "public_url",
        "trusted_proxies",
        "bot_workers",
        "web",
    )
    flags = {name: getattr(args, name) for name in (*names, "log", "log_level")}
    try:
        config = load_config(args.config, os.environ, flags)
        spare = PORTS if args.open and args.port is None else 1
        with bind_first(config.listens_on(), config.port, spare) as listening:
            found = addresses(config, listening)

            def report_open() -> None:
                print(f"PassGo listens at {' and '.join(found)}  (Ctrl-C stops it; games are kept)")
                if config.lan:
                    print(draw_for_terminal(found[0], sys.stdout.encoding))
                sys.stdout.flush()
                if args.open:
                    open_browser(found[-1])

            # Reported once the games are ours: a second server of the same games must promise nothing.
            other = ""
            if listening.getsockname()[1] != config.port != 0:  # somebody has the port we wanted
                other = (
                    f" It may be the one at {url(config.listens_on(), config.port)}: play there."
                )
            serve(config, listening, report_open)
    except InUse as error:
        raise UserError(f"{error}{other} Or keep other games: --database FILE.") from None
    except PassGoError as error:
        raise UserError(str(error)) from None
    return 0


def open_browser(address: str) -> None:
    """Open the browser if there is one with a window; it waits until the server answers."""
    windows = sys.platform in ("darwin", "win32")
    if windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
