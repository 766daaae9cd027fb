"""Add docstrings and types to the C code that mypyc generates, so that ``help()`` shows them.

mypyc gives compiled functions and classes a signature without types, and drops their docstrings.
They can't be added at run time, because the documentation of a C function is part of its
definition. So this module adds them to the C code before it is compiled. They come from the stubs
that tools/build_stubs.py writes.

setup.py uses this module, so it imports only the standard library.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

STRING = r'(?P<string>"(?:[^"\\]|\\.)*"|NULL)'
MODULE = (
    r"PyModuleDef (?P<key>\w+)module = \{\s*PyModuleDef_HEAD_INIT,\s*"
    r'"(?P<module>[\w.]+)",\s*'
)
DEFINITIONS = (
    rf"{MODULE}{STRING}, /\* docstring \*/",
    rf"PyTypeObject CPyType_(?P<key>\w+)_template_ = \{{[^}}]*\.tp_doc = PyDoc_STR\({STRING}\)",
    rf"\(PyCFunction\)CPyPy_(?P<key>\w+),\s*[A-Z_| ]+, PyDoc_STR\({STRING}\)",
    r'\{"(?P<name>\w+)",\s*\(getter\)(?P<key>\w+)_get_(?P=name),'
    rf"\s*(?:\(setter\)\w+|NULL),\s*{STRING}, NULL\}}",
)
"""How the C code defines modules, classes, functions and attributes. STRING is the documentation."""


def add_docstrings(code: str, stubs: Path) -> str:
    """Return the C code of our modules with the types and docstrings from their stubs."""
    texts = dict[str, str]()
    for found in re.finditer(MODULE, code):
        stub = stubs.joinpath(*found["module"].split(".")).with_suffix(".pyi")
        texts |= texts_of(ast.parse(stub.read_text("utf-8")), found["key"])

    def add(found: re.Match[str]) -> str:
        name = found.groupdict().get("name")
        text = texts.get(f"{found['key']}___{name}" if name else found["key"])
        if text is None:
            return found[0]
        signature = "" if found["string"] == "NULL" else found["string"][1:-1]
        # Given a default for an i64, mypyc wrongly marks all arguments as positional-only.
        signature = signature.replace(", /)", ")")
        start = found.start("string") - found.start()
        end = found.end("string") - found.start()
        return f'{found[0][:start]}"{signature}{escape(text)}"{found[0][end:]}'

    for pattern in DEFINITIONS:
        code = re.sub(pattern, add, code)
    return code


def texts_of(node: ast.Module | ast.ClassDef, key: str) -> dict[str, str]:
    """Return the documentation of everything in a module or class, by the names in the C code."""
    texts = {key: ast.get_docstring(node) or ""}
    for place, one in enumerate(node.body):
        if isinstance(one, ast.ClassDef):
            texts |= texts_of(one, f"{key}___{one.name}")
        elif isinstance(one, ast.FunctionDef):
            texts[f"{key}___{one.name}"] = join(typed_head(one), ast.get_docstring(one))
            if one.name == "__init__" and isinstance(node, ast.ClassDef):
                head = re.sub(r"^__init__\(self(, )?", f"{node.name}(", typed_head(one))
                texts[key] = join(head.removesuffix(" -> None"), texts[key])
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            head = f"{one.target.id}: {ast.unparse(one.annotation)}"
            note = ast.get_docstring(ast.Module(node.body[place + 1 : place + 2], []))
            texts[f"{key}___{one.target.id}"] = join(head, note)
    return {name: text for name, text in texts.items() if text}


def typed_head(function: ast.FunctionDef) -> str:
    """Return the signature of a function, or the name of a property, with types."""
    returned = "None" if function.returns is None else ast.unparse(function.returns)
    if any(ast.unparse(one) == "property" for one in function.decorator_list):
        return f"{function.name}: {returned}"
    arguments = ast.unparse(function.args).replace("=", " = ")  # between a type and a default
    return f"{function.name}({arguments}) -> {returned}"


def join(head: str, docstring: str | None) -> str:
    """Join a line with types and a docstring."""
    return f"{head}\n\n{docstring}" if docstring else head


def escape(text: str) -> str:
    """Return text as the inside of a string in C, in UTF-8."""
    named = {ord("\n"): r"\n", ord('"'): r"\"", ord("\\"): r"\\", ord("?"): r"\?"}  # ??( is special
    return "".join(
        named.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")
        for byte in text.encode()
    )
