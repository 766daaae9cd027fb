"""The C code that mypyc generates receives the types and docstrings from the stubs.

tests/test_help.py checks the result in the compiled package.
"""

from __future__ import annotations

from pathlib import Path

from tools.build_docstrings import add_docstrings, escape

STUB = '''"""A shop – "open"."""

class Till:
    """A till."""
    amount: int
    'The money in it.'

    def __init__(self, amount: int=4) -> None:
        ...

    def add(self, amount: int) -> bool:
        """Add some."""

    @property
    def kind(self) -> str:
        """Coin or note."""

def first(tills: list[Till]) -> Till:
    """Return the first one."""
'''
CODE = r"""
static PyMethodDef tillmodule_methods[] = {
    {"first", (PyCFunction)CPyPy_till___first, METH_FASTCALL, PyDoc_STR("first(tills)\n--\n\n")},
static struct PyModuleDef tillmodule = {
    PyModuleDef_HEAD_INIT,
    "shop.till",
    NULL, /* docstring */
static PyGetSetDef till___Till_getseters[] = {
    {"amount",
     (getter)till___Till_get_amount, (setter)till___Till_set_amount,
     NULL, NULL},
    {"kind",
     (getter)till___Till_get_kind,
     NULL,
     NULL, NULL},
static PyMethodDef till___Till_methods[] = {
    {"__internal_mypyc_setup", (PyCFunction)CPyDef_till_____mypyc__Till_setup, METH_O, NULL},
    {"add",
     (PyCFunction)CPyPy_till___Till___add,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL)},
static PyTypeObject CPyType_till___Till_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "Till",
    .tp_doc = PyDoc_STR("Till(amount=4, /)\n--\n\n"),
};
"""
ADDED = (
    (
        r'PyDoc_STR("first(tills)\n--\n\n")',
        r'PyDoc_STR("first(tills)\n--\n\nfirst(tills: list[Till]) -> Till\n\nReturn the first one.")',
    ),
    ("NULL, /* docstring */", r'"A shop \342\200\223 \"open\".", /* docstring */'),
    ("set_amount,\n     NULL,", 'set_amount,\n     "amount: int\\n\\nThe money in it.",'),
    ("NULL,\n     NULL, NULL}", 'NULL,\n     "kind: str\\n\\nCoin or note.", NULL}'),
    (
        "PyDoc_STR(NULL)",
        r'PyDoc_STR("add(self, amount: int) -> bool\n\nAdd some.")',
    ),
    (
        r'"Till(amount=4, /)\n--\n\n"',
        r'"Till(amount=4)\n--\n\nTill(amount: int = 4)\n\nA till."',
    ),
)


def test_everything_receives_its_documentation(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "till.pyi").write_text(STUB, "utf-8")
    expected = CODE
    for old, new in ADDED:
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert add_docstrings(CODE, tmp_path) == expected


def test_special_characters_are_escaped() -> None:
    assert escape('a\\b "c"\n??( ’1') == r"a\\b \"c\"\n\?\?( \342\200\2311"
