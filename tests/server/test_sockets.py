"""The socket as clients see it: playing, reconnecting, seats that change hands, chat and clocks."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from passgo.codec import option_to_data
from passgo.server.backlog import KEPT
from passgo.server.session import Session
from passgo.server.wire import PROTOCOL_VERSION, REACTIONS, Accepted, Hello
from tests.server.kit import SERVER_MESSAGES, hub_at, people
from tests.server.running import (
    Data,
    Server,
    calling,
    chosen,
    is_over,
    join,
    next_choice,
    play_on,
    running,
    set_up,
    sitting,
)

pytestmark = pytest.mark.asyncio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


def current_view(server: Server, table: str, key: str) -> object:
    return server.ask("GET", f"/api/tables/{table}/view", key=key).data["view"]


# -- hello -----------------------------------------------------------------------------------------


async def test_the_welcome_lists_the_clients_seats(server: Server) -> None:
    seats = set_up(server, 3)
    ann, bob, _ = seats.keys
    for keys, you, host in [
        ([ann], [0], False),
        ([ann, bob], [0, 1], False),
        ([bob, ann, seats.host], [0, 1], True),
        ([seats.host], [], True),
        ([seats.watch], [], False),
        ([ann, ann], [0], False),
    ]:
        async with sitting(server, seats.table, *keys) as caller:
            welcome = caller.heard[0]
            assert (welcome["you"], welcome["host"]) == (you, host)
            assert welcome["protocol"] == PROTOCOL_VERSION
            assert caller.view == current_view(server, seats.table, ann)


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"keys": []}, "key.unknown"),
        ({"keys": ["nobody's"]}, "key.unknown"),
        ({"keys": ["nobody's"] * 1000}, "key.unknown"),
        ({"keys": ["x" * 10_000]}, "key.unknown"),
        ({"keys": ["\u0000"]}, "key.unknown"),
        ({"table": "nowhere", "keys": ["x"]}, "table.unknown"),
        ({"table": "\u0000", "keys": ["x"]}, "table.unknown"),
        ({"protocol": 1, "keys": ["x"]}, "request.form"),
        ({"protocol": 3, "keys": ["x"], "news": True}, "request.form"),
        ({"keys": "x"}, "request.form"),
        ({"keys": [7]}, "request.form"),
        ({"keys": ["x"], "more": 1}, "request.form"),
        ({"type": "ping"}, "request.form"),
        ({"type": "shout"}, "request.form"),
    ],
)
async def test_an_invalid_hello_is_answered_with_an_error_and_the_socket_is_closed(
    server: Server, hello: Data, code: str
) -> None:
    seats = set_up(server)
    async with calling(server) as caller:
        said = {"type": "hello", "table": seats.table, **hello}
        if said["type"] != "hello":
            said = {"type": said["type"]}
        await caller.say(said)
        told = await caller.hear()
        assert (told["id"], told["code"]) == ("", code)
        assert told["sentence"]
        with pytest.raises(ConnectionClosed) as closed:
            await caller.hear()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4000, code)
    assert server.is_well()


async def test_a_key_is_valid_only_for_its_own_table(server: Server) -> None:
    here, there = set_up(server), set_up(server)
    async with calling(server) as caller:
        await caller.say({"type": "hello", "table": there.table, "keys": here.keys[:1]})
        assert (await caller.hear())["code"] == "key.unknown"


# -- playing ---------------------------------------------------------------------------------------


async def test_an_action_is_answered_and_sent_to_everyone(server: Server) -> None:
    seats = set_up(server)
    ann, bob = seats.keys
    async with (
        sitting(server, seats.table, ann) as one,
        sitting(server, seats.table, bob) as two,
        sitting(server, seats.table, seats.watch) as watcher,
    ):
        callers = [one, two]
        caller, option, decision = await next_choice(callers, Random(1))
        answer = await caller.ask("play", action=chosen(option, Random(1)), decision=decision)
        assert answer["type"] == "accepted"
        told = []
        for hearer in (one, two, watcher):
            seq = answer["seq"]
            assert isinstance(seq, int)
            await hearer.reach(seq)
            told.append([data for data in hearer.heard if data["type"] == "played"])
        assert told[0] == told[1] == told[2]
        assert [data["seq"] for data in told[0]] == [answer["seq"]]
        assert told[0][0]["action"] == chosen(option, Random(1))
        assert told[0][0]["by"] == "seat"
        await watcher.catch_up()
        assert not watcher.options


async def test_the_answer_comes_before_the_broadcast(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as caller:
        one, option, _ = await next_choice([caller], Random(1))
        await one.say({"type": "play", "id": "a", "action": chosen(option, Random(1))})
        first = await caller.hear()
        while first["type"] == "options":
            first = await caller.hear()
        assert first["id"] == "a"
        assert (await caller.hear())["seq"] == first["seq"]


async def test_a_refused_action_changes_nothing_and_is_not_broadcast(server: Server) -> None:
    seats = set_up(server)
    async with (
        sitting(server, seats.table, seats.keys[0]) as ann,
        sitting(server, seats.table, seats.keys[1]) as bob,
    ):
        before = ann.seq
        answer = await ann.ask("play", action={"action": "Build", "seat": 0, "space": 39})
        assert isinstance(answer["refusal"], dict)
        assert answer["seq"] == before
        await bob.catch_up()
        assert bob.seq == before
        assert not [data for data in bob.heard if data["type"] == "played"]


async def test_a_repeated_request_gets_the_original_answer_and_is_played_only_once(
    server: Server,
) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as caller:
        _, option, _ = await next_choice([caller], Random(1))
        action = chosen(option, Random(1))
        for _ in range(3):
            await caller.say({"type": "play", "id": "same", "action": action})
        answers: list[Data] = []
        while len(answers) < 3:
            data = await caller.hear()
            if "id" in data:
                answers.append(data)
        assert answers[0] == answers[1] == answers[2]
        await caller.catch_up()
        assert len([data for data in caller.heard if data["type"] == "played"]) == 1


async def test_an_answer_to_a_different_decision_is_stale(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as caller:
        _, option, decision = await next_choice([caller], Random(1))
        assert isinstance(decision, int)
        answer = await caller.ask("play", action=chosen(option, Random(1)), decision=decision + 1)
        assert answer["code"] == "stale"


async def test_a_check_returns_a_preview_and_changes_nothing(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as caller:
        _, option, _ = await next_choice([caller], Random(1))
        before = caller.seq
        assert (await caller.ask("check", action=chosen(option, Random(1))))["events"] is None
        ask_always = {"action": "AlwaysAskForRent", "seat": 0, "on": True}
        assert (await caller.ask("check", action=ask_always))["type"] == "preview"
        build = {"action": "Build", "seat": 0, "space": 39}
        assert (await caller.ask("check", action=build))["type"] == "refused"
        await caller.catch_up()
        assert caller.seq == before


async def test_messages_match_the_protocol(server: Server) -> None:
    """Every message has exactly the fields of its type."""
    seats = set_up(server, clock={"move": 60})
    async with sitting(server, seats.table, *seats.keys) as caller:
        await play_on([caller], 30, Random(2))
        await caller.ask("say", seat=0, text="hello")
        await caller.ask("order", seat=0, end_turn=True)
        await caller.ask("play", action={"action": "Build", "seat": 0, "space": 39})
        await caller.ask("say", seat=5, text="hello")
        await caller.ask("react", seat=0, reaction=REACTIONS[0])
        await caller.catch_up()
        kinds = set()
        for raw in caller.raw:
            kind = SERVER_MESSAGES[msgspec.json.decode(raw)["type"]]
            msgspec.json.decode(raw, type=kind)
            kinds.add(kind.__name__)
    assert kinds >= {
        "Welcome",
        "Played",
        "SeatOptions",
        "Accepted",
        "ActionRefused",
        "ErrorAnswer",
        "Done",
    }
    assert kinds >= {"ChatMessage", "Reaction", "Pong", "TableUpdate"}


# -- views and options -----------------------------------------------------------------------------


async def test_a_view_updated_by_changes_equals_the_current_view(server: Server) -> None:
    """After 200 actions by four people, every client has the same view as a newcomer."""
    seats = set_up(server, 4, rules={"starting_cash": 500})
    random = Random(3)
    async with (
        sitting(server, seats.table, *seats.keys[:2]) as two,
        sitting(server, seats.table, seats.keys[2]) as third,
        sitting(server, seats.table, seats.keys[3]) as fourth,
        sitting(server, seats.table, seats.watch) as watcher,
    ):
        for _ in range(10):
            await play_on([two, third, fourth], 20, random)
            await watcher.catch_up()
            async with sitting(server, seats.table, seats.watch) as newcomer:
                for caller in (two, third, fourth, watcher):
                    assert caller.seq == newcomer.seq
                    assert caller.view == newcomer.view
        played = [data for data in watcher.heard if data["type"] == "played"]
        assert len(played) == 200 or is_over(watcher.view)


async def test_the_options_match_the_engine(tmp_path: Path) -> None:
    """At every point in a game, each seat gets its own options from the engine, and no others."""
    random = Random(4)
    async with hub_at(tmp_path) as hub:
        table, host, keys = await people(hub, 2)
        await table.start(host)
        sessions = [await hub.connect(Hello(table=table.name, keys=[key])) for key in keys]
        for _ in range(60):
            for seat, session in enumerate(sessions):
                told = [data for data in await outbox(session) if data["type"] == "options"]
                expected = [option_to_data(option) for option in table.game.options(seat)]
                assert [data["seat"] for data in told] == [seat]
                assert told[0]["options"] == msgspec.json.decode(msgspec.json.encode(expected))
                assert told[0]["decision"] == table.game.state.decision_number
            seat = random.choice(table.game.waiting_for)
            action = table.game.default(seat)
            assert isinstance(await table.play(action), Accepted)


async def outbox(session: Session) -> list[Data]:
    told: list[bytes] = []
    while session.outbox or session.options_due:
        told += await session.next_batch()
    return [msgspec.json.decode(raw, type=Data) for raw in told]


# -- reconnecting ----------------------------------------------------------------------------------


async def test_a_client_that_reconnects_gets_exactly_what_it_missed(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as player:
        await play_on([player], 5, Random(5))
        since, seen = player.seq, deepcopy(player.view)
        await play_on([player], 25, Random(6))
        missed = [data for data in player.heard if data["type"] == "played"][5:]
        async with sitting(server, seats.table, seats.keys[0], since=since) as back:
            assert "view" not in back.heard[0]
            assert back.heard[0]["seq"] == player.seq
            back.seq, back.view = since, seen
            await back.know_options()
            assert [data for data in back.heard if data["type"] == "played"] == missed
            assert (back.seq, back.view) == (player.seq, player.view)
        async with sitting(server, seats.table, seats.keys[0], since=player.seq) as back:
            assert "view" not in back.heard[0]
            assert (await back.hear())["type"] == "options"
            await back.catch_up()
            assert not [data for data in back.heard if data["type"] == "played"]


async def test_a_client_that_missed_too_much_gets_a_new_view(server: Server) -> None:
    """The start of a long game is no longer stored; an invalid seq is treated in the same way."""
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as player:
        await play_on([player], KEPT + 5, Random(7))
        for since in (0, 1, -1, -(2**70), player.seq + 1, 10_000, 2**70):
            async with sitting(server, seats.table, seats.keys[0], since=since) as back:
                assert back.heard[0]["view"] == player.view, since
                await back.catch_up()
                assert not [data for data in back.heard if data["type"] == "played"]


async def test_a_client_that_reconnects_after_a_restart_gets_a_new_view(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        seats = set_up(server)
        async with sitting(server, seats.table, *seats.keys) as player:
            await play_on([player], 10, Random(8))
    with running(tmp_path) as server:
        async with sitting(server, seats.table, *seats.keys, since=player.seq - 3) as back:
            assert back.seq == player.seq
            assert back.view == player.view
            await play_on([back], 10, Random(9))


# -- shared seats, and seats that change hands -----------------------------------------------------


async def test_two_sockets_for_one_seat_receive_the_same_messages_and_can_both_play(
    server: Server,
) -> None:
    seats = set_up(server)
    async with (
        sitting(server, seats.table, *seats.keys) as first,
        sitting(server, seats.table, *seats.keys) as second,
    ):
        await play_on([first, second], 20, Random(10))
        assert first.view == second.view
        assert min(first.number, second.number) > 2


async def test_a_removed_player_can_no_longer_act(server: Server) -> None:
    seats = set_up(server)
    async with (
        sitting(server, seats.table, seats.keys[0]) as ann,
        sitting(server, seats.table, seats.keys[1]) as bob,
    ):
        gone = server.ask("DELETE", f"/api/tables/{seats.table}/seats/0", key=seats.host)
        assert gone.status == 204
        await bob.catch_up()
        with suppress(ConnectionClosed):  # being disconnected is also acceptable
            asks: list[tuple[str, Data]] = [
                ("play", {"action": {"action": "Resign", "seat": 0}}),
                ("check", {"action": {"action": "Resign", "seat": 0}}),
                ("order", {"seat": 0, "end_turn": True}),
                ("back", {"seat": 0}),
                ("say", {"seat": 0, "text": "still here"}),
            ]
            for ask, fields in asks:
                answer = await ann.ask(ask, **fields)
                assert str(answer["code"]).startswith("key."), answer
        await bob.catch_up()
        assert not [data for data in bob.heard if data["type"] == "chat"]
        assert not any(data.get("by") == "seat" for data in bob.heard)


async def test_a_client_that_loses_one_of_two_seats_keeps_the_other(server: Server) -> None:
    seats = set_up(server, 3)
    async with sitting(server, seats.table, *seats.keys[:2]) as hot_seat:
        server.ask("DELETE", f"/api/tables/{seats.table}/seats/0", key=seats.host)
        answer = await hot_seat.ask("say", seat=1, text="I am still here")
        assert answer["type"] != "error", answer


@pytest.mark.parametrize("who", ["seat", "watcher"])
async def test_a_client_whose_key_is_revoked_receives_nothing_more(
    server: Server, who: str
) -> None:
    seats = set_up(server, settings={"public": False})
    path = f"/api/tables/{seats.table}"
    key = seats.keys[0] if who == "seat" else seats.watch
    async with (
        sitting(server, seats.table, key) as revoked,
        sitting(server, seats.table, seats.keys[1]) as bob,
    ):
        if who == "seat":
            server.ask("DELETE", f"{path}/seats/0", key=seats.host)
        else:
            server.ask("POST", f"{path}/watch", key=seats.host)
        await bob.ask("say", seat=1, text="among ourselves")
        with pytest.raises(ConnectionClosed):
            await revoked.until("chat")


async def test_a_seats_new_player_does_not_get_the_previous_players_answers(server: Server) -> None:
    seats = set_up(server)
    ask = {
        "type": "play",
        "id": "1",
        "action": {"action": "AlwaysAskForRent", "seat": 0, "on": True},
    }
    async with sitting(server, seats.table, seats.keys[0]) as ann:
        await ann.say(ask)
        while "id" not in await ann.hear():
            pass
    server.ask("DELETE", f"/api/tables/{seats.table}/seats/0", key=seats.host)
    key = join(server, seats.table, "Eve")
    async with sitting(server, seats.table, key) as eve:
        before = eve.seq
        await eve.say({**ask, "action": {"action": "AlwaysAskForRent", "seat": 0, "on": False}})
        while "id" not in (answer := await eve.hear()):
            pass
        assert answer["type"] == "accepted"
        assert int(str(answer["seq"])) > before  # a bot may have answered for the empty seat


# -- chat ------------------------------------------------------------------------------------------


async def test_chat_is_sent_to_everyone_and_stored(server: Server) -> None:
    seats = set_up(server)
    async with (
        sitting(server, seats.table, seats.keys[0]) as ann,
        sitting(server, seats.table, seats.watch) as watcher,
    ):
        await ann.ask("say", seat=0, text="  Good   luck <b>all</b> & \u202eevil ")
        for caller in (ann, watcher):
            await caller.catch_up()
            (line,) = [data for data in caller.heard if data["type"] == "chat"]
            assert isinstance(line, dict)
            assert (line["seat"], line["name"]) == (0, "Player 0")
            assert line["text"] == "Good luck <b>all</b> & evil"
        path = f"/api/tables/{seats.table}/chat"
        kept = server.ask("GET", path, key=seats.watch)
        assert msgspec.json.decode(kept.body) == [line]
        assert server.ask("GET", path).status == 401


async def test_players_can_chat_before_the_game_starts(server: Server) -> None:
    seats = set_up(server, start=False)
    async with (
        sitting(server, seats.table, seats.keys[0]) as ann,
        sitting(server, seats.table, seats.keys[1]) as bob,
    ):
        assert (await ann.ask("say", seat=0, text="Which token is left?"))["type"] == "done"
        assert (await bob.until("chat"))["text"] == "Which token is left?"


async def test_a_reaction_must_be_from_a_fixed_set_and_is_sent_to_everyone(server: Server) -> None:
    seats = set_up(server)
    async with (
        sitting(server, seats.table, seats.keys[0]) as ann,
        sitting(server, seats.table, seats.keys[1]) as bob,
    ):
        answer = await ann.ask("react", seat=0, reaction=REACTIONS[2])
        assert answer["type"] == "done"
        assert await bob.until("reaction") == {
            "type": "reaction",
            "seat": 0,
            "reaction": REACTIONS[2],
        }
        assert (await ann.ask("react", seat=0, reaction="🖕"))["code"] == "request.form"


async def test_muting_a_player_hides_only_their_chat(server: Server) -> None:
    seats = set_up(server, 3)
    async with (
        sitting(server, seats.table, seats.keys[0]) as ann,
        sitting(server, seats.table, *seats.keys[1:]) as others,
    ):
        await ann.ask("mute", seat=1)
        await others.ask("say", seat=1, text="one")
        await others.ask("react", seat=1, reaction=REACTIONS[0])
        await others.ask("say", seat=2, text="two")
        await ann.until("chat")
        await ann.ask("mute", seat=1, on=False)
        await others.ask("say", seat=1, text="three")
        await ann.until("chat")
        lines = [data for data in ann.heard if data["type"] == "chat"]
        assert [line["text"] for line in lines if isinstance(line, dict)] == ["two", "three"]
        assert not [data for data in ann.heard if data["type"] == "reaction"]


async def test_the_host_can_turn_off_chat(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as caller:
        off = server.ask(
            "PATCH", f"/api/tables/{seats.table}", {"settings": {"chat": False}}, seats.host
        )
        assert off.status == 200
        assert (await caller.ask("say", seat=0, text="hello"))["code"] == "chat.off"
        answer = await caller.ask("react", seat=0, reaction=REACTIONS[0])
        assert answer["code"] == "chat.off"


async def test_chat_can_be_turned_off_at_all_tables(tmp_path: Path) -> None:
    with running(tmp_path, settings={"PASSGO_CHAT": "false"}) as server:
        seats = set_up(server)
        async with sitting(server, seats.table, *seats.keys) as caller:
            assert (await caller.ask("say", seat=0, text="hello"))["code"] == "chat.off"


# -- clocks ----------------------------------------------------------------------------------------


async def test_clock_times_are_sent_with_every_action_and_the_clock_runs_out(
    server: Server,
) -> None:
    seats = set_up(server, clock={"move": 1, "when_out": "pass"})
    async with sitting(server, seats.table, *seats.keys) as caller:
        clock = caller.heard[0]["clock"]
        assert isinstance(clock, dict)
        assert clock["banks"] == [0.0, 0.0]
        assert len(clock["left"]) == 1
        told = await caller.until("played")
        assert told["by"] == "clock"
        assert "clock" in told


async def test_without_a_clock_no_clock_times_are_sent(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, *seats.keys) as caller:
        await play_on([caller], 3, Random(1))
        assert not any("clock" in data for data in caller.heard)


async def test_a_stopping_server_closes_its_sockets_with_the_code_that_means_reconnect(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as server:
        seats = set_up(server)
        async with sitting(server, seats.table, *seats.keys) as caller:
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                await caller.until("nothing")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


@pytest.mark.parametrize(
    ("hello", "version"),
    [
        ({"ask": "hello", "table": "any", "tokens": ["x"], "version": 1}, 1),
        ({"type": "hello", "protocol": 1, "table": "any", "keys": ["x"]}, 1),
        ({"type": "hello", "protocol": 3, "table": "any", "keys": ["x"], "news": True}, 3),
    ],
)
async def test_a_different_protocol_version_is_rejected_with_both_version_numbers(
    server: Server, hello: Data, version: int
) -> None:
    async with calling(server) as caller:
        await caller.say(hello)
        sentence = str((await caller.hear())["sentence"])
        assert f"version {PROTOCOL_VERSION} of" in sentence
        assert sentence.endswith(f"version {version}.")


async def test_a_chat_message_that_is_sent_twice_is_stored_once(server: Server) -> None:
    seats = set_up(server)
    async with sitting(server, seats.table, seats.keys[0]) as ann:
        for _ in range(2):
            await ann.say({"type": "say", "id": "once", "seat": 0, "text": "hello"})
            await ann.until("done")
        await ann.ask("say", seat=0, text="again")
        await ann.catch_up()
        said = [data["text"] for data in ann.heard if data["type"] == "chat"]
        assert said == ["hello", "again"]
