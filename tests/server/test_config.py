"""The configuration: four sources in order of precedence, and invalid values reported with their source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from passgo.server.config import Config, ConfigError, example, load_config, without_password
from passgo.server.limits import Limits

HOST_PAGE = Path(__file__).parent.parent.parent / "docs" / "host.md"


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(text: str, name: str = "my.toml") -> Path:
    path = Path(name)
    path.write_text(text, "utf-8")
    return path


def told(
    file: str | None = None, flags: dict[str, object] | None = None, **environ: str
) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load_config(write(file) if file is not None else None, environ, flags or {})
    return str(caught.value).splitlines()


# -- sources ---------------------------------------------------------------------------------------


def test_without_any_source_all_settings_fall_back_to_their_defaults() -> None:
    assert load_config(None, {}, {}) == Config()


def test_later_sources_take_precedence() -> None:
    file = write('port = 1\nhost = "::1"\nchat = false\n[limits]\nchat_length = 10\ntables = 11\n')
    environ = {"PASSGO_PORT": "2", "PASSGO_HOST": "0.0.0.0", "PASSGO_LIMITS_CHAT_LENGTH": "20"}
    assert load_config(file, environ, {"port": 3, "host": None}) == Config(
        port=3, host="0.0.0.0", chat=False, limits=Limits(chat_length=20, tables=11)
    )


def test_a_flag_may_set_a_limit() -> None:
    assert load_config(None, {}, {"limits.tables": "7"}).limits == Limits(tables=7)


def test_the_default_file_is_read_unless_another_one_is_given() -> None:
    write("port = 1", "passgo.toml")
    other, third = write("port = 2", "other.toml"), write("port = 3", "third.toml")
    assert load_config(None, {}, {}).port == 1
    assert load_config(None, {"PASSGO_CONFIG": ""}, {}).port == 1
    assert load_config(None, {"PASSGO_CONFIG": str(other)}, {}).port == 2
    assert load_config(third, {"PASSGO_CONFIG": str(other)}, {}).port == 3


def test_text_from_the_environment_is_converted_to_the_type_of_its_setting() -> None:
    environ = {
        "PASSGO_LAN": "Yes",
        "PASSGO_CHAT": "0",
        "PASSGO_BOT_SECONDS": "2.5",
        "PASSGO_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8 ,::1",
        "PASSGO_LIMITS_TABLES": "30_000",
        "PASSGO_LOG": "json",
    }
    assert load_config(None, environ, {}) == Config(
        lan=True,
        chat=False,
        bot_seconds=2.5,
        trusted_proxies=("127.0.0.1", "10.0.0.0/8", "::1"),
        limits=Limits(tables=30_000),
        log="json",
    )


def test_an_empty_list_of_proxies_is_allowed() -> None:
    file = write('trusted_proxies = ["::1"]')
    assert load_config(file, {"PASSGO_TRUSTED_PROXIES": ""}, {}).trusted_proxies == ()


# -- errors ----------------------------------------------------------------------------------------


def test_an_invalid_value_is_reported_with_its_source_and_the_allowed_values() -> None:
    assert told(PASSGO_PORT="abc") == [
        "PASSGO_PORT: port must be a whole number from 0 to 65,535 (got 'abc')"
    ]
    assert told(file="port = 70000") == [
        "my.toml: port must be a whole number from 0 to 65,535 (got 70000)"
    ]
    assert told(flags={"bot_seconds": "soon"}) == [
        "--bot-seconds: bot_seconds must be a number from 0.1 to 3,600 (got 'soon')"
    ]
    assert told(file="[limits]\nchat_length = 0") == [
        "my.toml, [limits]: chat_length must be a whole number from 1 to 10,000 (got 0)"
    ]
    assert told(PASSGO_LOG="xml") == ["PASSGO_LOG: log must be auto, text or json (got 'xml')"]
    assert told(PASSGO_LAN="maybe") == ["PASSGO_LAN: lan must be true or false (got 'maybe')"]


@pytest.mark.parametrize(
    "line",
    [
        'port = "8000"',
        "port = true",
        "port = 80.0",
        "port = [1]",
        "port = {}",
        "lan = 1",
        'chat = "yes"',
        "bot_seconds = nan",
        "bot_seconds = inf",
        'bot_workers = "many"',
        "host = 7",
        'host = ""',
        'host = "http://here"',
        'host = "1:2"',
        "log = 1",
        'trusted_proxies = "127.0.0.1"',
        'trusted_proxies = ["*"]',
        'trusted_proxies = ["10.0.0.1/8"]',
        'database = ""',
        'database = "mysql://here/x"',
        'public_url = "games.example"',
        'public_url = "ftp://games.example"',
        'public_url = "https://games.example/path"',
        'public_url = "https://games.example?x"',
        'public_url = "https://me@games.example"',
        'public_url = "https://games.example:port"',
        'public_url = "https://"',
        "keep_chat_days = -1",
        "[limits]\nframe_bytes = 1",
        "[limits]\ntables = 1e3",
    ],
)
def test_values_in_a_file_must_have_the_right_type(line: str) -> None:
    [sentence] = told(file=line)
    assert sentence.startswith("my.toml")
    assert sentence.endswith((".", ")", "?"))


def test_the_limits_must_be_a_table() -> None:
    assert told(file="limits = 5") == ["my.toml: limits must be a table, [limits] (got 5)"]


def test_all_errors_are_reported_together() -> None:
    lines = told(file="port = -1\nlan = 7", flags={"log": "loud"}, PASSGO_HOST="a b")
    assert [line.partition(":")[0] for line in lines] == [
        "my.toml",
        "my.toml",
        "PASSGO_HOST",
        "--log",
    ]


def test_an_unknown_name_is_reported_with_the_most_similar_one() -> None:
    assert told(file="prot = 1") == [
        "my.toml: there is no setting named 'prot'; did you mean port?"
    ]
    assert told(PASSGO_PROT="1") == [
        "PASSGO_PROT: there is no setting named 'prot'; did you mean PASSGO_PORT?"
    ]
    assert told(flags={"prot": 1}) == [
        "--prot: there is no setting named 'prot'; did you mean port?"
    ]
    assert told(PASSGO_LIMIT_CHAT_LENGTH="1") == [
        "PASSGO_LIMIT_CHAT_LENGTH: there is no setting named 'limit_chat_length'; "
        "did you mean PASSGO_LIMITS_CHAT_LENGTH?"
    ]


def test_a_limit_outside_the_limits_table_is_reported_with_its_correct_name() -> None:
    assert told(file="chat_length = 5") == [
        "my.toml: there is no setting named 'chat_length'; did you mean limits.chat_length?"
    ]


def test_an_unknown_name_that_resembles_no_other_is_reported_with_a_list_of_names() -> None:
    [line] = told(file="xyzzy = 1")
    assert line.startswith(
        "my.toml: there is no setting named 'xyzzy'; the settings are host, port, "
    )
    [line] = told(PASSGO_LIMITS_XYZZY="1")
    assert line.startswith(
        "PASSGO_LIMITS_XYZZY: there is no setting named 'xyzzy'; the settings are frame_bytes, "
    )


def test_environment_variables_for_other_programs_are_ignored() -> None:
    names = ["COMPILE", "EXPECT", "NODE", "PYTHON", "TEST_POSTGRES"]
    environ = {f"PASSGO_{name}": "x" for name in names}
    assert load_config(None, {**environ, "PORT": "x", "passgo_port": "x"}, {}) == Config()


@pytest.mark.parametrize("raw", [b"port = ", b"a = 1\na = 2", b"\xff", b"]" * 100])
def test_a_file_that_is_not_toml_is_rejected(raw: bytes) -> None:
    Path("bad.toml").write_bytes(raw)
    with pytest.raises(ConfigError, match=r"^bad\.toml: not a valid TOML file: "):
        load_config(Path("bad.toml"), {}, {})


def test_a_config_file_given_explicitly_must_exist() -> None:
    with pytest.raises(ConfigError, match=r"^gone\.toml: No such file"):
        load_config(Path("gone.toml"), {}, {})
    with pytest.raises(ConfigError, match=r"^gone\.toml: No such file"):
        load_config(None, {"PASSGO_CONFIG": "gone.toml"}, {})


# -- values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://Games.Example/", "https://games.example"),
        ("HTTPS://games.example:443", "https://games.example"),
        ("http://games.example:80", "http://games.example"),
        ("http://games.example:443", "http://games.example:443"),
        ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
        ("", ""),
    ],
)
def test_the_public_url_is_stored_in_the_same_form_as_a_browser_origin(
    given: str, kept: str
) -> None:
    assert load_config(None, {}, {"public_url": given}).public_url == kept


def test_the_lan_option_selects_all_addresses_unless_a_host_is_given() -> None:
    assert Config().listens_on() == "127.0.0.1"
    assert Config(lan=True).listens_on() == "0.0.0.0"
    assert Config(lan=True, host="192.168.1.5").listens_on() == "192.168.1.5"
    assert Config(host="::").listens_on() == "::"


def test_the_example_file_has_the_defaults() -> None:
    file = write(example())
    assert load_config(file, {}, {}) == Config()


def test_the_example_file_has_every_setting_with_its_description() -> None:
    lines = example().splitlines()
    settings = [line.partition(" = ")[0] for line in lines if line and line[0] not in "#["]
    assert settings == [
        *(name for name in Config.__struct_fields__ if name != "limits"),
        *Limits.__struct_fields__,
    ]
    for number, line in enumerate(lines):
        if " = " in line and not line.startswith("#"):
            assert lines[number - 1].startswith("# ")
            assert lines[number - 1].endswith(".")


def test_the_hosting_page_shows_the_example_file_and_only_valid_settings() -> None:
    page = HOST_PAGE.read_text("utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert example() in blocks
    for block in blocks:
        load_config(write(block), {}, {})
    variables = set(re.findall(r"^(PASSGO_\w+)=(\S+) passgo serve", page, re.MULTILINE))
    assert variables
    load_config(None, dict(variables), {})


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("passgo.db", "passgo.db"),
        ("sqlite:///var/passgo.db", "sqlite:///var/passgo.db"),
        ("postgresql://ann@here/games", "postgresql://ann@here/games"),
        ("postgresql://ann:SESAME@here:5432/games", "postgresql://ann:…@here:5432/games"),
        ("postgresql://ann:SE:SA@ME/?@here/games", "postgresql://ann:…@here/games"),
        ("postgresql://ann@home:SESAME@here/games", "postgresql://ann@home:…@here/games"),
        ("postgresql://:SESAME@here", "postgresql://:…@here"),
        ("postgresql://here/games?user=ann&password=SESAME", "postgresql://here/games?…"),
    ],
)
def test_a_password_is_never_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown
    config = load_config(None, {"PASSGO_DATABASE": url}, {})
    assert config.database == url
    for text in (str(config), repr(config), f"{config}"):
        assert f"database={shown!r}" in text
        assert "SESAME" not in text


def test_an_invalid_database_is_reported_without_its_password() -> None:
    assert told(PASSGO_DATABASE="mysql://ann:SESAME@here/games") == [
        "PASSGO_DATABASE: database must be a file, sqlite:///FILE or postgresql://USER@HOST/NAME "
        "(got 'mysql://ann:…@here/games')"
    ]
