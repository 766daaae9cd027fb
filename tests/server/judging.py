"""A check that, after many crashes, a server's database still matches what its clients received."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import msgspec

from passgo.codec import option_to_data, view_to_data
from passgo.server.keys import digest as key_digest
from passgo.server.log_entries import ActionPlayed, read_entry
from passgo.server.storage import ChatLine, Row, open_storage
from passgo.server.table_state import TableState
from tests.server.killing import Siege
from tests.server.witness import Answered, Asked, Player, Shown, digest


class Verdict(msgspec.Struct):
    """The result of the comparison."""

    tables: int = 0
    actions: int = 0
    """Actions in the log, taken by people, bots and clocks."""
    asked: int = 0
    acknowledged: int = 0
    """Requests that the server confirmed."""
    doubtful: int = 0
    """Requests whose answers were lost in a crash."""
    found_done: int = 0
    """Requests whose answers were lost, but which the server turned out to have carried out."""
    chat: int = 0
    views: int = 0
    """Clients' views, compared with those derived from the log."""
    options: int = 0
    """Clients' lists of options, compared in the same way."""
    lost: list[str] = []
    """Every mismatch."""


class Told:
    """Everything that the players at one table received, combined."""

    def __init__(self, players: list[Player]) -> None:
        self.asked: dict[str, Asked] = {}
        self.answered: dict[str, Answered] = {}
        self.doubtful: dict[str, int] = {}
        self.views: dict[int, set[str]] = {}
        self.shown: dict[int, set[Shown]] = {}
        self.said: list[str] = []
        for player in players:
            self.asked |= player.asked
            self.answered |= player.answered
            self.doubtful |= player.doubtful
            self.said += [text for text, known in player.said.items() if known]
            for seq, found in player.views.items():
                self.views.setdefault(seq, set()).add(found)
            for shown in player.shown:
                self.shown.setdefault(shown.seq, set()).add(shown)


class Judge:
    """A comparison of a database with what clients received."""

    def __init__(self, siege: Siege) -> None:
        self.siege = siege
        self.verdict = Verdict()

    async def judge(self) -> Verdict:
        """Compare everything."""
        storage = open_storage(str(self.siege.database), read_only=True)
        await storage.open()
        missing = {table for company in self.siege.companies for table in company.made}
        try:
            async for row, entries in storage.all_tables():
                missing.discard(row.table)
                told = Told([one for one in self.siege.players if one.table == row.table])
                self.judge_table(row, entries, told)
                self.compare_chat(await storage.chat_lines(row.table, 1_000_000), told)
        finally:
            await storage.close()
        for table in missing:
            self.lose(f"{table} was created but is missing")
        return self.verdict

    def lose(self, what: str) -> None:
        """Record a mismatch."""
        self.verdict.lost.append(what)

    def judge_table(self, row: Row, entries: list[bytes], told: Told) -> None:
        """Compare one table."""
        self.verdict.tables += 1
        self.compare_requests(entries, told)
        state = self.walk(entries, told)
        if state.fingerprint() != TableState.open(entries).fingerprint():
            self.lose(f"{row.table}: two readings of the log differ")
        if (row.seq, row.status) != (state.seq, state.status):
            self.lose(f"{row.table}: wrongly listed as {row.status} at seq {row.seq}")
        for company in self.siege.companies:
            for table, seat, key in company.seated:
                if table == row.table and state.places[seat].digest != key_digest(key):
                    self.lose(f"{table}: seat {seat} is not held by its key")

    def compare_chat(self, kept: list[ChatLine], told: Told) -> None:
        """Check that every acknowledged chat message is stored exactly once."""
        texts = Counter(str(msgspec.json.decode(line.data)["text"]) for line in kept)
        self.verdict.chat += len(told.said)
        for text in told.said:
            if texts[text] != 1:
                self.lose(f"chat message {text!r} is stored {texts[text]} times")

    def compare_requests(self, entries: list[bytes], told: Told) -> None:
        """Check that the log contains every confirmed request and no others.

        Each must appear exactly once, at the reported seq.
        """
        found: dict[str, list[int]] = {}
        for seq, entry in enumerate(entries, 1):
            line = read_entry(seq, entry)
            if isinstance(line, ActionPlayed):
                self.verdict.actions += 1
                if line.spent:
                    self.check_time(line)
                if line.request:
                    found.setdefault(line.request, []).append(seq)
                    asked = told.asked.get(line.request)
                    if asked is None or asked.action != line.action:
                        self.lose(f"{line.request} is in the log, but no such request was made")
        for request in told.asked:
            answer = told.answered.get(request)
            wanted = [] if answer is None or not answer.done else [answer.seq]
            if found.get(request, []) != wanted:
                self.lose(f"{request}: answered {answer}, in the log at {found.get(request)}")
        done = {request: one.seq for request, one in told.answered.items() if one.done}
        self.verdict.asked += len(told.asked)
        self.verdict.acknowledged += len(done)
        self.verdict.doubtful += len(told.doubtful)
        self.verdict.found_done += sum(
            request in done and done[request] <= seq for request, seq in told.doubtful.items()
        )

    def check_time(self, line: ActionPlayed) -> None:
        """Check that no decision took longer than its server had been running."""
        begun = max(begun for begun in self.siege.begun if begun <= line.at)
        if line.spent > line.at - begun:
            self.lose(
                f"{line.request} took {line.spent} s on a server that had been running for only "
                f"{line.at - begun} s"
            )

    def walk(self, entries: list[bytes], told: Told) -> TableState:
        """Replay the log, and check at each seq that everyone saw the right view."""
        state = TableState.open(entries[:1])
        for seq, entry in enumerate(entries, 1):
            if seq > 1:
                state.read(read_entry(seq, entry))
            if state.game is None:
                continue
            views = told.views.get(seq)
            if views is not None:
                self.verdict.views += len(views)
                if views != {digest(view_to_data(state.game.state))}:
                    self.lose(f"{state.created.table}: wrong view at seq {seq}")
            for shown in told.shown.get(seq, ()):
                self.verdict.options += 1
                if shown != self.options(state, seq, shown.seat):
                    self.lose(f"{state.created.table}: wrong options at seq {seq}")
        return state

    def options(self, state: TableState, seq: int, seat: int) -> Shown:
        """Return a seat's options."""
        assert state.game is not None
        found = msgspec.json.encode([option_to_data(one) for one in state.game.options(seat)])
        return Shown(seq, seat, int(state.game.state.decision_number), sha256(found).hexdigest())
