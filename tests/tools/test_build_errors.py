"""The errors in the C code that mypyc generates are reworded to name the function and the argument.

tests/test_names.py checks some of them in the compiled package.
"""

from __future__ import annotations

from pathlib import Path

from tools.build_errors import explain_types

STUBS = {
    "moves": "class Moves:\n    def buy(self, seat: Name) -> None: ...\n"
    "    def draft_trade(self, seat: Name, give_cash: int, give_deeds: Names) -> None: ...\n",
    "queries": "class RuleQueries:\n    def worth(self, player: Name) -> int: ...\n",
    "game": "class Game:\n    def step(self, action: Action) -> None: ...\n",
}
ERRORS = (
    (
        ("buying___Buy_____init__", "i64", "obj_seat"),
        "Buy: seat must be a whole number (got %R). game.buy() takes names.",
    ),
    (
        ("trade___OfferTrade_____init__", "tuple", "obj_give_deeds"),
        "OfferTrade: give_deeds must be a tuple (got %R).",
    ),
    (
        ("state___State___worth", "i64", "obj_seat"),
        "State.worth(): seat must be a whole number (got %R). game.worth() takes names.",
    ),
    (("state___State___stock", "i64", "obj_kind"), "State.stock(): kind must be a whole number (got %R)."),
    (
        ("game___Game___step", "passgo.engine.action.Action or None", "obj_action"),
        "Game.step(): action must be of type Action or None (got %R).",
    ),
    (
        ("moves___Moves___bid", "i64", "obj_amount"),
        "game.bid(): amount must be a whole number (got %R).",
    ),
    (
        ("moves___Moves___accept_trade", "union[int, passgo.engine.state.Offer]", "obj_offer"),
        "game.accept_trade(): offer must be of type int or Offer (got %R).",
    ),
    (("rules___buying___half_price", "float", "obj_rate"), "half_price(): rate must be a number (got %R)."),
    (("bots___Grow___bid__Bot_glue", "bool", "obj_last"), "Grow.bid(): last must be True or False (got %R)."),
)  # fmt: skip


def write(key: str, error: str) -> str:
    return (
        f"PyObject *CPyPy_{key}(PyObject *self, PyObject *args) {{\n    {error}; goto fail;\n}}\n"
    )


def test_the_error_for_an_argument_of_the_wrong_type_names_it(tmp_path: Path) -> None:
    engine = tmp_path / "passgo" / "engine"
    engine.mkdir(parents=True)
    for name, text in STUBS.items():
        (engine / f"{name}.pyi").write_text(text, "utf-8")
    before, after = "", ""
    for (key, kind, argument), error in ERRORS:
        before += write(key, f'CPy_TypeError("{kind}", {argument})')
        after += write(key, f'PyErr_Format(PyExc_TypeError, "{error}", {argument})')
    kept = write("state___State___worth", 'CPy_TypeError("passgo.engine.state.State", obj_self)')
    kept += "static PyObject *CPyDunder_hash(PyObject *self) {\n"
    kept += '    CPy_TypeError("i64", obj_lhs);\n    CPy_TypeError("i64", cpy_r_seat);\n}\n'
    assert explain_types(before + kept, tmp_path) == after + kept
