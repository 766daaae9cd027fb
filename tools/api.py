"""Generate docs/api.md, the reference for the public names, from the source code.

Compiled classes have no annotations at run time, so this tool reads the source files, without
importing them.

    python -m tools.api            write the page
    python -m tools.api --check    exit 1 if the page is out of date
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCES: Final = ROOT / "src"
PAGE: Final = ROOT / "docs" / "api.md"
WIDTH: Final = 100
"""Signatures longer than this have one line per argument."""
MOST_SHOWN: Final = 120
"""Constant values longer than this are not shown."""
PLAIN_BASES: Final = ("Value", "NamedTuple", "Exception")
"""Base classes that the page does not mention."""
NOT_FOR_CALLERS: Final = "# -- called only by the rules"
"""Members of a class below this comment are not part of its public interface."""

Function: TypeAlias = ast.FunctionDef
Node: TypeAlias = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


@dataclass(frozen=True)
class Section:
    """A section of the page: the modules it lists and its introduction."""

    title: str
    modules: tuple[str, ...]
    intro: str
    brief: bool = False
    """Whether each class gets one line, without the members of its base class."""


SECTIONS: Final = (
    Section("The package", ("passgo",), "Import with `from passgo import …`."),
    Section(
        "Actions",
        ("passgo.actions",),
        "Import with `from passgo.actions import …`. The actions a seat may take. Each is an `Action`, "
        "and each argument is also an attribute.",
        brief=True,
    ),
    Section(
        "Decisions",
        ("passgo.decisions",),
        "Import with `from passgo.decisions import …`. The decisions a seat may have to make. Until the "
        "game is over, `state.agenda.top` is one of these. Each is a `Decision`, and each argument is "
        "also an attribute.",
        brief=True,
    ),
    Section(
        "Events",
        ("passgo.engine.events",),
        "Import with `from passgo.engine.events import …`. Facts about what happened. Each is an `Event`, "
        "and each argument is also an attribute. `cite` is the rule that the event follows from; if "
        "it is always the same rule, this page names it.",
        brief=True,
    ),
    Section(
        "Bots",
        (
            "passgo.bots.bot",
            "passgo.bots.habits",
            "passgo.bots.simple",
            "passgo.bots.chaos",
            "passgo.bots.ladder",
            "passgo.bots.driver",
            "passgo.bots.question_order",
            "passgo.bots.guarded_bot",
        ),
        "Import each name from the module given under its heading. [bots.md](bots.md) explains how to "
        "write a bot.",
    ),
    Section(
        "Simulation",
        ("passgo.sim",),
        "Import with `from passgo.sim import …`. [simulate.md](simulate.md) explains the results.",
    ),
    Section(
        "Odds",
        ("passgo.odds",),
        "Import with `from passgo.odds import …`. [odds.md](odds.md) explains the figures.",
    ),
    Section(
        "Analysis",
        ("passgo.analysis",),
        "Import with `from passgo.analysis import …`. [analysis.md](analysis.md) explains the method.",
    ),
    Section("Plain data", ("passgo.codec",), "Import with `from passgo.codec import …`."),
    Section(
        "Drawings",
        ("passgo.draw",),
        "Import with `from passgo.draw import …`. [notebooks.md](notebooks.md) shows what they look like.",
    ),
    Section(
        "Game files",
        ("passgo.record",),
        "Import with `from passgo.record import …`. [record.md](record.md) describes the format.",
    ),
    Section("Recording", ("passgo.recording",), "Import with `from passgo.recording import …`."),
    Section(
        "Notation",
        ("passgo.notation",),
        "Import with `from passgo.notation import …`. [notation.md](notation.md) describes it.",
    ),
    Section("Sentences", ("passgo.say",), "Import with `from passgo.say import …`."),
    Section(
        "Fair dice",
        ("passgo.fair",),
        "Import with `from passgo.fair import …`. [fair-dice.md](fair-dice.md) explains how they work.",
    ),
)
MET: Final = Section(
    "Related types",
    (),
    "Types of the attributes, arguments and return values above. You can use objects of these types, but "
    "you are not expected to create them or to import the types.",
)


class Unclear(Exception):
    """An error raised when the source lacks something that the page needs."""


# -- reading ---------------------------------------------------------------------------------------


@dataclass
class Module:
    """A source file: its names and their origins, and its comments by line number."""

    name: str
    doc: str
    text: str
    here: dict[str, Node] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    """The docstrings that follow constants."""
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)

    @property
    def public(self) -> list[str]:
        """The public names: those in ``__all__``, or else all names defined here."""
        listed = self.here.get("__all__")
        if isinstance(listed, ast.Assign):
            names: list[str] = ast.literal_eval(listed.value)
            return names
        return [name for name in self.here if not name.startswith("_")]


@cache
def module(name: str) -> Module:
    """Read and parse one of our modules."""
    path = SOURCES.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    found = Module(name, ast.get_docstring(tree) or "", text)
    statements = list(tree.body)
    for statement in tree.body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            statements += statement.body
    for place, statement in enumerate(statements):
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            found.here[statement.name] = statement
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            for alias in statement.names:
                found.imports[alias.asname or alias.name] = (statement.module, alias.name)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            target = target_of(statement)
            if isinstance(target, ast.Name):
                found.here[target.id] = statement
                found.notes[target.id] = note_after(statements, place)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            found.comments[token.start[0]] = token.string.lstrip("# ")
    return found


def target_of(statement: ast.Assign | ast.AnnAssign) -> ast.expr:
    """Return the target of an assignment."""
    return statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]


def note_after(statements: list[ast.stmt], place: int) -> str:
    """Return the docstring right after an assignment, or an empty string."""
    if place + 1 < len(statements):
        following = statements[place + 1]
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            value = following.value.value
            return first_words(value) if isinstance(value, str) else ""
    return ""


def first_words(doc: str | None) -> str:
    """Return the first paragraph of a docstring as one line of Markdown."""
    return paragraphs_of(doc)[0]


def paragraphs_of(doc: str | None) -> list[str]:
    """Return the paragraphs of a docstring, each as one line of Markdown; indented ones are code."""
    found = []
    for part in (doc or "").strip().split("\n\n"):
        line = re.sub(r"\s+", " ", part).strip()
        found.append(f"`{line}`" if part.startswith("    ") else line.replace("``", "`"))
    return found


@dataclass(frozen=True)
class Name:
    """A name and the module that defines it."""

    module: str
    name: str

    @property
    def node(self) -> Node:
        """The definition in the source."""
        return module(self.module).here[self.name]


def find(where: str, name: str) -> Name | None:
    """Return the name as defined in one of our modules, or None if none of them defines it."""
    source = module(where)
    if name in source.here:
        return Name(where, name)
    if name in source.imports:
        other, original = source.imports[name]
        if other.split(".")[0] == "passgo":
            inner = SOURCES.joinpath(*other.split("."), original)
            if inner.is_dir() or inner.with_suffix(".py").exists():
                return None  # a module
            return find(other, original)
    return None


# -- types and signatures --------------------------------------------------------------------------


class _Plain(ast.NodeTransformer):
    """Types as users see them: ``int`` for ``i64``, ``object`` for private types, and no quotes."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id.startswith("_"):
            return ast.Name("object")
        return ast.Name("int") if node.id == "i64" else node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return ast.Name(node.value) if isinstance(node.value, str) else node


def type_of(annotation: ast.expr) -> str:
    """Format a type."""
    parsed = ast.parse(ast.unparse(annotation), mode="eval").body
    if isinstance(parsed, ast.Subscript) and ast.unparse(parsed.value) == "Literal":
        return ast.unparse(parsed)
    if isinstance(parsed, ast.Subscript) and ast.unparse(parsed.value) == "Final":
        parsed = parsed.slice
    return ast.unparse(_Plain().visit(parsed))


def is_field_without_default(value: ast.expr) -> bool:
    """Return whether a value is a dataclass field that must be given."""
    if not isinstance(value, ast.Call) or ast.unparse(value.func) != "field":
        return False
    return not any(word.arg in ("default", "default_factory") for word in value.keywords)


def default_of(where: str, value: ast.expr) -> str:
    """Format a default, replacing our own constants with their values."""
    if isinstance(value, ast.Name):
        found = find(where, value.id)
        if found is not None and isinstance(found.node, ast.Assign | ast.AnnAssign):
            assert found.node.value is not None
            return ast.unparse(found.node.value)
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        made = {word.arg: ast.unparse(word.value) for word in value.keywords}
        return {"list": "[]", "dict": "{}"}[made["default_factory"]]
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return json.dumps(value.value)
    return ast.unparse(value)


def argument(where: str, name: str, annotation: ast.expr | None, default: ast.expr | None) -> str:
    """Format one argument."""
    if annotation is None:
        raise Unclear(f"{where}: the argument {name} has no type")
    if default is not None and is_field_without_default(default):
        default = None
    ending = "" if default is None else f" = {default_of(where, default)}"
    return f"{name}: {type_of(annotation)}{ending}"


def arguments(where: str, function: Function) -> list[str]:
    """Format a function's arguments, without ``self``."""
    given = function.args
    plain = [*given.posonlyargs, *given.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(given.defaults))
    found = [
        argument(where, one.arg, one.annotation, default)
        for one, default in zip(plain, [*defaults, *given.defaults], strict=True)
        if one.arg not in ("self", "cls")
    ]
    if given.vararg:
        found.append("*" + argument(where, given.vararg.arg, given.vararg.annotation, None))
    elif given.kwonlyargs:
        found.append("*")
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        found.append(argument(where, one.arg, one.annotation, default))
    if given.kwarg:
        found.append("**" + argument(where, given.kwarg.arg, given.kwarg.annotation, None))
    return found


def call(where: str, name: str, function: Function) -> str:
    """Format a function's signature."""
    answer = "None" if function.returns is None else type_of(function.returns)
    return f"{name}({', '.join(arguments(where, function))}) -> {answer}"


def decorators(node: ast.ClassDef | Function) -> str:
    """Return the decorators of a class or function."""
    return " ".join(ast.unparse(one) for one in node.decorator_list)


# -- classes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attribute:
    """A public attribute: its name, type and description."""

    name: str
    type: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.type}"


class Class:
    """A class, as described by its source."""

    def __init__(self, name: Name) -> None:
        node = name.node
        assert isinstance(node, ast.ClassDef)
        self.name = name
        self.where = name.module
        self.node = node
        self.doc = first_words(ast.get_docstring(node))
        self.bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        self.open = "allow_interpreted_subclasses=True" in decorators(node)
        self.functions = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
        self.record = "dataclass" in decorators(node) or "NamedTuple" in self.bases

    @property
    def ours(self) -> list[Class]:
        """Our own base classes, nearest first."""
        found: list[Class] = []
        for base in self.bases:
            name = find(self.where, base)
            if name is not None:
                above = Class(name)
                found += [above, *above.ours]
        return found

    @property
    def unlisted(self) -> list[Class]:
        """The base classes without an entry on the page, whose members are listed with this class.

        They are the nearest base classes, up to the first public one.
        """
        found: list[Class] = []
        for above in self.ours:
            if above.name in public_names() or above.node.name in PLAIN_BASES:
                break
            found.append(above)
        return found

    @property
    def listed_bases(self) -> list[str]:
        """The nearest base classes that have their own entry, and those defined outside PassGo."""
        unlisted = [kind.node.name for kind in self.unlisted]
        bases = [base for kind in (self, *self.unlisted) for base in kind.bases]
        return [base for base in bases if base not in unlisted]

    @property
    def parent(self) -> str:
        """The base class named on the page, or an empty string."""
        return next((base for base in self.listed_bases if base not in PLAIN_BASES), "")

    @property
    def error(self) -> bool:
        """Whether the class is an exception."""
        return any("Exception" in one.bases for one in (self, *self.ours))

    def constructor(self) -> list[str] | None:
        """Return the constructor's arguments, or None for an exception that does not define one."""
        if self.record:
            inside = [
                argument(kind.where, one.target.id, one.annotation, one.value)
                for kind in (*reversed(self.ours), self)
                for one in kind.node.body
                if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
            ]
            return ["*", *inside] if "kw_only=True" in decorators(self.node) else inside
        for one in (self, *self.ours):
            if "__init__" in one.functions:
                return arguments(one.where, one.functions["__init__"])
        return None if self.error else []

    def attributes(self) -> list[Attribute]:
        """List public attributes: inherited ones, then the class's own, then properties."""
        found: dict[str, Attribute] = {}
        for above in reversed(self.unlisted):
            found.update({one.name: one for one in above.attributes()})
        for statement, place, body in statements_of(self.node.body):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                name = statement.target.id
                note = note_after(body, place) or self.comment(statement)
                found[name] = Attribute(name, type_of(statement.annotation), note)
        if "__init__" in self.functions:
            self.assigned(self.functions["__init__"], found)
        for function in self.functions.values():
            if decorators(function) == "property":
                assert function.returns is not None
                note = first_words(ast.get_docstring(function))
                found[function.name] = Attribute(function.name, type_of(function.returns), note)
        if self.node.name == "RuleSet":
            for name, note in options_of_rules(self.where).items():
                found[name] = Attribute(name, found[name].type, note)
        return [one for one in found.values() if not one.name.startswith("_")]

    def assigned(self, function: Function, found: dict[str, Attribute]) -> None:
        """Add the attributes assigned in a constructor."""
        known = {
            one.arg: type_of(one.annotation)
            for one in (*function.args.args, function.args.kwarg)
            if one is not None and one.annotation is not None
        }
        if function.args.kwarg is not None:
            name = function.args.kwarg.arg
            known[name] = f"dict[str, {known[name]}]"
        for statement, place, body in statements_of(function.body):
            if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
                continue
            target = target_of(statement)
            if isinstance(target, ast.Name) and target.id not in known:
                known[target.id] = self.type_of_value(statement.value, known)
            if not isinstance(target, ast.Attribute) or ast.unparse(target.value) != "self":
                continue
            name = target.attr
            if name.startswith("_"):
                continue
            if isinstance(statement, ast.AnnAssign):
                kind = type_of(statement.annotation)
            else:
                kind = self.type_of_value(statement.value, known)
            note = note_after(body, place) or self.comment(statement)
            before = found.get(name)
            if before is None or before.type == f"{kind} | None":
                found[name] = Attribute(name, kind, note or (before.note if before else ""))
            if not found[name].type:
                raise Unclear(f"{self.where}.{self.name.name}: {name} needs a type annotation")

    def comment(self, statement: ast.stmt) -> str:
        """Return the comment at the end of a statement's line."""
        assert statement.end_lineno is not None
        return module(self.where).comments.get(statement.end_lineno, "")

    def type_of_value(self, value: ast.expr, known: dict[str, str]) -> str:
        """Return the type of an assigned value, or an empty string if it is not obvious."""
        if isinstance(value, ast.Name):
            return known.get(value.id, "")
        if isinstance(value, ast.Constant):
            return type(value.value).__name__
        if isinstance(value, ast.JoinedStr):
            return "str"
        if isinstance(value, ast.Compare):
            return "bool"
        if isinstance(value, ast.ListComp):
            inner = self.type_of_value(value.elt, known)
            return f"list[{inner}]" if inner else ""
        if isinstance(value, ast.Call):
            return self.type_of_answer(value, known)
        return ""

    def type_of_answer(self, value: ast.Call, known: dict[str, str]) -> str:
        """Return the type that a call returns, or an empty string if it is not obvious."""
        if isinstance(value.func, ast.Attribute):
            return "str" if value.func.attr == "hexdigest" else ""
        name = ast.unparse(value.func)
        if name in ("list", "dict") and value.args:
            _, _, inside = self.type_of_value(value.args[0], known).partition("[")
            return f"{name}[{inside}" if inside else ""
        found = find(self.where, name)
        if found is None:
            return ""
        if isinstance(found.node, ast.ClassDef):
            return name
        if isinstance(found.node, ast.FunctionDef) and found.node.returns is not None:
            return type_of(found.node.returns)
        return ""

    def methods(self, *, new_only: bool = False) -> Iterator[tuple[str, str]]:
        """Yield the public methods as (signature, summary).

        ``new_only`` leaves out the methods of listed base classes.
        """
        unlisted = self.unlisted
        inherited = {name for above in self.ours[len(unlisted) :] for name in above.functions}
        known: set[str] = set()
        for kind in (self, *unlisted):
            for name, head, note in kind.own_methods():
                if name not in known and not (new_only and name in inherited):
                    yield head, note
            known |= set(kind.functions)

    def own_methods(self) -> Iterator[tuple[str, str, str]]:
        """Yield the public methods of this class alone as (name, signature, summary)."""
        end = self.end_of_contract()
        for name, function in self.functions.items():
            kind = decorators(function)
            if name.startswith("_") or kind == "property" or function.lineno > end:
                continue
            shown = f"{self.node.name}.{name}" if kind in ("classmethod", "staticmethod") else name
            note = " ".join(paragraphs_of(ast.get_docstring(function)))
            yield name, call(self.where, shown, function), note

    def end_of_contract(self) -> int:
        """Return the last line of the public interface."""
        last = self.node.end_lineno or self.node.lineno
        for number, line in enumerate(module(self.where).text.splitlines(), 1):
            if self.node.lineno < number <= last and line.strip().startswith(NOT_FOR_CALLERS):
                return number
        return last

    def cited(self) -> str:
        """Return the rule that an event always cites, or an empty string."""
        function = self.functions.get("__init__")
        for statement in [] if function is None else function.body:
            if (
                isinstance(statement, ast.Assign)
                and ast.unparse(statement.targets[0]) == "self.cite"
            ):
                value = statement.value
                return str(value.value) if isinstance(value, ast.Constant) else ""
        return ""

    def just_arguments(self) -> bool:
        """Return whether the attributes are just the constructor's arguments, without notes."""
        given = [one.partition(" = ")[0] for one in self.constructor() or [] if one != "*"]
        return [str(one) for one in self.attributes()] == given and not any(
            one.note for one in self.attributes()
        )


def options_of_rules(where: str) -> dict[str, str]:
    """Return the description of each rule-set option, from the engine's table."""
    table = module(where).here["OPTIONS"]
    assert isinstance(table, ast.AnnAssign)
    assert table.value is not None
    found: dict[str, str] = ast.literal_eval(table.value)
    return found


def statements_of(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, int, list[ast.stmt]]]:
    """Yield every statement, including those inside an ``if``, with its position and its block."""
    for place, statement in enumerate(body):
        yield statement, place, body
        if isinstance(statement, ast.If):
            yield from statements_of(statement.body)
            yield from statements_of(statement.orelse)


# -- writing ---------------------------------------------------------------------------------------


def format_item(head: str, note: str) -> str:
    """Format a list item."""
    return f"- `{head}`: {note}" if note else f"- `{head}`"


def signature(name: str, inside: list[str], ending: str = "") -> list[str]:
    """Format a signature as a code block, on several lines if it is long."""
    line = f"{name}({', '.join(inside)}){ending}"
    if len(line) <= WIDTH:
        return ["```python", line, "```"]
    return ["```python", f"{name}(", *[f"    {one}," for one in inside], f"){ending}", "```"]


def class_in_full(kind: Class) -> list[str]:
    """Describe a class with its constructor, attributes and methods."""
    lines = [f"### {kind.node.name}", ""]
    inside = kind.constructor()
    if inside is not None and (inside or kind.record or kind.open):
        lines += [*signature(kind.node.name, inside), ""]
    lines += [f"{kind.doc} A subclass of `{kind.parent}`." if kind.parent else kind.doc, ""]
    attributes = kind.attributes()
    if attributes and kind.just_arguments():
        lines += ["The arguments are also attributes.", ""]
    elif attributes:
        lines += ["Attributes:", "", *(format_item(str(one), one.note) for one in attributes), ""]
    methods = [format_item(head, note) for head, note in kind.methods()]
    return [*lines, "Methods:", "", *methods, ""] if methods else lines


def class_in_brief(kind: Class) -> list[str]:
    """Describe a class on one line, followed by the members that its base class lacks."""
    cited = kind.cited()
    note = f"{kind.doc} Always cites {cited}." if cited else kind.doc
    lines = [format_item(f"{kind.node.name}({', '.join(kind.constructor() or [])})", note)]
    given = [one.partition(":")[0] for one in kind.constructor() or []]
    lines += [
        "  " + format_item(str(one), one.note)
        for one in kind.attributes()
        if one.note or one.name not in (*given, "cite")
    ]
    return lines + ["  " + format_item(head, note) for head, note in kind.methods(new_only=True)]


def constant(name: Name) -> list[str]:
    """Describe a constant with its type or value."""
    node = name.node
    assert isinstance(node, ast.Assign | ast.AnnAssign)
    assert node.value is not None
    head = name.name
    kind = type_of(node.annotation) if isinstance(node, ast.AnnAssign) else ""
    value = ast.unparse(node.value)
    if kind == "TypeAlias":
        head += f" = {type_of(node.value)}"
    else:
        head += f": {kind}" if kind not in ("", "Final") else ""
        head += f" = {value}" if len(value) <= MOST_SHOWN and "(" not in value[1:] else ""
    note = module(name.module).notes[name.name]
    if isinstance(node.value, ast.Dict) and len(node.value.keys) <= 8:
        keys = [f"`{key.value!s}`" for key in node.value.keys if isinstance(key, ast.Constant)]
        if len(keys) == len(node.value.keys):  # not if it includes other dicts
            note = f"{note} The keys are {', '.join(keys)}.".strip()
    return [f"### {name.name}", "", f"`{head}`", "", *([note, ""] if note else [])]


def function_in_full(name: Name) -> list[str]:
    """Describe a function with its signature and its whole docstring."""
    node = name.node
    assert isinstance(node, ast.FunctionDef)
    answer = "None" if node.returns is None else type_of(node.returns)
    lines = signature(name.name, arguments(name.module, node), f" -> {answer}")
    text = "\n\n".join(paragraphs_of(ast.get_docstring(node)))
    return [f"### {name.name}", "", *lines, "", *text.split("\n"), ""]


def in_full(name: Name) -> list[str]:
    """Describe a class, function or constant."""
    if isinstance(name.node, ast.ClassDef):
        return class_in_full(Class(name))
    return function_in_full(name) if isinstance(name.node, ast.FunctionDef) else constant(name)


def types_in(name: Name) -> Iterator[Name]:
    """Yield our classes and type aliases that appear in a public name's description."""
    node = name.node
    texts: list[str] = []
    if isinstance(node, ast.ClassDef):
        kind = Class(name)
        texts = [*kind.listed_bases, *(kind.constructor() or [])]
        texts += [one.type for one in kind.attributes()] + [head for head, _ in kind.methods()]
    elif isinstance(node, ast.FunctionDef):
        texts = [call(name.module, name.name, node)]
    elif isinstance(node, ast.AnnAssign):
        texts = [type_of(node.annotation)]
        if texts == ["TypeAlias"] and node.value is not None:
            texts = [type_of(node.value)]
    for text in texts:
        for word in re.findall(r"[A-Za-z_]\w*", text):
            found = find(name.module, word)
            if found is None or found.name.startswith("_"):
                continue
            alias = isinstance(found.node, ast.AnnAssign) and "TypeAlias" in ast.unparse(found.node)
            if alias or isinstance(found.node, ast.ClassDef):
                yield found


def names_of(section: Section) -> Iterator[tuple[str, str, Name | None]]:
    """Yield the public names in a section: module, name and definition (None for a module)."""
    for where in section.modules:
        for name in module(where).public:
            yield where, name, find(where, name)


@cache
def public_names() -> frozenset[Name]:
    """Return the names listed in the sections."""
    return frozenset(
        found for section in SECTIONS for _, _, found in names_of(section) if found is not None
    )


def find_related(listed: list[Name]) -> list[Name]:
    """Return the unlisted types that the listed names refer to, directly or indirectly, sorted."""
    found: set[Name] = set(listed)
    waiting = list(listed)
    while waiting:
        for other in types_in(waiting.pop()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return sorted(found - set(listed), key=lambda name: (name.name.lower(), name.module))


def section_lines(section: Section, seen: list[Name]) -> list[str]:
    """Write a section; names described in an earlier section are only mentioned."""
    lines = [f"## {section.title}", "", section.intro, ""]
    brief: list[str] = []
    full: list[str] = []
    earlier: list[str] = []
    for where, name, found in names_of(section):
        if found is None:
            full += [f"### {name}", "", f"The module `{where}.{name}`, described below.", ""]
        elif found in seen:
            earlier.append(f"`{name}`")
        else:
            seen.append(found)
            kind = Class(found) if isinstance(found.node, ast.ClassDef) else None
            if section.brief and kind is not None and kind.constructor() and not kind.open:
                brief += class_in_brief(kind)
            else:
                lines_here = in_full(found)
                if len(section.modules) > 1:
                    lines_here[1:1] = ["", f"From `{where}`."]
                full += lines_here
    if earlier:
        lines += [f"Described above: {', '.join(earlier)}.", ""]
    return [*lines, *brief, *([""] if brief else []), *full]


def page() -> str:
    """Return the page's text."""
    seen: list[Name] = []
    body: list[str] = []
    for section in SECTIONS:
        body += section_lines(section, seen)
    met = find_related(seen)
    body += [f"## {MET.title}", "", MET.intro, ""]
    for name in met:
        body += in_full(name)
    open_classes = [
        f"`{name.name}`"
        for name in seen
        if isinstance(name.node, ast.ClassDef) and Class(name).open
    ]
    contents = [
        f"- [{one.title}](#{one.title.lower().replace(' ', '-')})"
        + (f": {', '.join(f'`{where}`' for where in one.modules)}" if one.modules else "")
        for one in (*SECTIONS, MET)
    ]
    top = [
        "# API reference",
        "",
        "<!-- Generated by `python -m tools.api`; a test checks that it is up to date. -->",
        "",
        "This page lists the public names. It is generated from the source code. In Python, `help()` "
        "shows the same descriptions, as do editors. Anything that is not on this page may change at "
        "any time.",
        "",
        "- **Numbers.** Where this page shows `int`, the source often has `i64`, a 64-bit integer. At run "
        "time it is an `int`, and to type checkers too, if you installed a wheel. In an editable install, "
        "a strict type checker does not allow you to combine an `i64` with a float, so write "
        "`int(player.cash) * 0.1`.",
        '- **Names.** Where this page shows `Name`, pass a name or a number: `"Boardwalk"` or 39. `Names` '
        "is one of these, or several in a list. The methods of `State` take only numbers; games and views "
        'have the most useful ones in versions that take names, such as `game.worth("Ann")`.',
        f"- **Subclasses.** You can subclass these engine and bot classes: "
        f"{', '.join(open_classes)}. The others cannot be subclassed once they are compiled.",
        "- **Compiling your own bot.** If you compile a bot with mypyc, separately from the engine, "
        "decorate its class with `@mypyc_attr(native_class=False)` from `mypy_extensions`.",
        "",
        *contents,
        "",
    ]
    return "\n".join([*top, *body]).rstrip() + "\n"


def main(words: list[str]) -> int:
    """Write the page, or check whether it is up to date."""
    parser = argparse.ArgumentParser(prog="python -m tools.api", description="Write docs/api.md.")
    parser.add_argument(
        "--check", action="store_true", help="only check whether the page is up to date"
    )
    asked = parser.parse_args(words)
    text = page()
    if asked.check:
        if PAGE.exists() and PAGE.read_text("utf-8") == text:
            return 0
        print("docs/api.md is out of date: run python -m tools.api", file=sys.stderr)
        return 1
    PAGE.write_text(text, "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
