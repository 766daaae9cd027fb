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

DESCRIPTION: Final = "Run a server where people and bots can play together. Every move is saved."
EXAMPLES: Final = """\
examples:
  passgo serve                                   on this computer, at http://127.0.0.1:8000
  passgo serve --open                            the same, and open the browser
  passgo serve --lan                             on the local network, with a QR code
  passgo serve --port 9000 --database games.db   a different port and database
  passgo serve --database postgresql://passgo@db.example/passgo
  passgo serve --public-url https://games.example --trusted-proxies 127.0.0.1
  passgo serve --example-config > passgo.toml    a file with every setting

Settings on the command line override the environment (PASSGO_PORT=9000), which overrides the
configuration file (--config FILE, PASSGO_CONFIG=FILE or ./passgo.toml). Press Ctrl-C to stop the
server; all games are kept.
"""


PORTS: Final = 10
"""The number of ports that --open tries."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    group = parser.add_argument_group("server options")
    group.add_argument(
        "--host", metavar="ADDRESS", help="address to listen on (default: 127.0.0.1)"
    )
    group.add_argument("--port", metavar="N", help="port to listen on (default: 8000)")
    group.add_argument(
        "--lan",
        action="store_const",
        const="true",
        help="listen on the local network, and print a QR code",
    )
    group.add_argument(
        "--open",
        action="store_true",
        help="open the browser; if the default port is taken, use the next free one",
    )
    group.add_argument(
        "--public-url",
        metavar="URL",
        help="URL at which players reach the server (default: the address it listens on)",
    )
    group.add_argument(
        "--trusted-proxies",
        metavar="LIST",
        help="comma-separated list of proxies whose X-Forwarded-* headers are trusted (default: none)",
    )
    group.add_argument(
        "--web",
        metavar="FOLDER",
        help="folder with your own build of the browser game (default: the built-in one)",
    )
    group.add_argument(
        "--bot-workers",
        metavar="N",
        help="number of bot processes (default: cores minus 1, at least 2)",
    )
    add_database_option(parser.add_argument_group("storage"), default=None)
    group = parser.add_argument_group("logging")
    group.add_argument(
        "--log", metavar="FORMAT", help="log format: auto, text or json (default: auto)"
    )
    group.add_argument(
        "--log-level",
        metavar="LEVEL",
        help="lowest level to log: debug, info, warning or error (default: info)",
    )
    group = parser.add_argument_group("configuration")
    group.add_argument(
        "--config",
        metavar="FILE",
        type=Path,
        help="TOML file with settings (default: passgo.toml, if it exists)",
    )
    group.add_argument(
        "--example-config", action="store_true", help="print an example configuration file and exit"
    )


def run(args: argparse.Namespace) -> int:
    """Run the server until it is stopped."""
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
                print(f"PassGo is running at {' and '.join(found)}  (press Ctrl-C to stop)")
                if config.lan:
                    print(draw_for_terminal(found[0], sys.stdout.encoding))
                sys.stdout.flush()
                if args.open:
                    open_browser(found[-1])

            other = ""
            if listening.getsockname()[1] != config.port != 0:  # the configured port is taken
                where = url(config.listens_on(), config.port)
                other = f" That may be the server at {where}; if so, play there."
            # The address is printed only after the database is locked, because a second server with
            # the same database must fail without printing an address.
            serve(config, listening, report_open)
    except InUse as error:
        raise UserError(f"{error}{other} Or use another database: --database FILE.") from None
    except PassGoError as error:
        raise UserError(str(error)) from None
    return 0


def open_browser(address: str) -> None:
    """Open a graphical browser, if there is one, without making the server wait for it."""
    windows = sys.platform in ("darwin", "win32")
    if windows or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
