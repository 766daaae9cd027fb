"""Programs that misbehave on a server: python -m tests.bot_check.socket_programs KIND URL."""

from __future__ import annotations

import sys
import threading

from examples import socket_bot


class Slow(socket_bot.Bot):
    """A program that takes its seat and never answers."""

    def act(self) -> None:
        threading.Event().wait()


class Illegal(socket_bot.Bot):
    """A program that tries to build on Boardwalk and sends a malformed message before it plays."""

    tried = False

    def act(self) -> None:
        if not self.tried:
            self.tried = True
            action = {"action": "Build", "seat": self.seat, "space": 39}
            self.send({"type": "play", "id": "illegal", "action": action})
            self.send({"type": "check", "id": "a preview is not a mistake", "action": action})
        super().act()

    def on_answer(self, answer: socket_bot.Json) -> None:
        if self.asked is not None and answer["id"] == self.asked["id"]:
            super().on_answer(answer)


class Leaving(socket_bot.Bot):
    """A program that ends in the middle of a game."""

    def act(self) -> None:
        if self.count == 3:
            sys.exit("enough")
        super().act()


KINDS = {"slow": Slow, "illegal": Illegal, "leaving": Leaving}


if __name__ == "__main__":
    kind = sys.argv.pop(1)
    socket_bot.Bot = KINDS[kind]  # type: ignore[misc]  # so that main() uses it
    socket_bot.main()
