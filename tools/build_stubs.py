"""Write type stubs (.pyi files) for the compiled modules.

A stub has the module's names, types and docstrings, without any code. Types that the source leaves
to inference come from mypy: stubgen would write ``Incomplete`` for them, and would drop the
docstrings of modules, constants and attributes. Users see ``int`` instead of ``i64``, because that
is what they get at run time.

setup.py uses this module when it builds a wheel, so it imports only mypy and the standard library.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

from mypy.build import BuildResult, build
from mypy.main import process_options
from mypy.nodes import SymbolTable, TypeInfo, Var
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    TypeType,
    UnionType,
    get_proper_type,
)


class StubError(Exception):
    """An error raised for source code that this module can't write a stub for."""


def write_stubs(files: list[str], target: Path) -> None:
    """Write a stub for each file in src/ to the same place under the target folder."""
    # Disable the cache: with it, mypy would not load the types.
    sources, options = process_options([f"--cache-dir={os.devnull}", *files])
    result = build(sources, options)
    if result.errors:
        raise StubError(result.errors[0])
    for source in sources:
        assert source.path is not None
        path = Path(source.path)
        stub = target / path.relative_to("src").with_suffix(".pyi")
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.write_text(_Stub(source.module, path, result).text() + "\n", "utf-8", newline="\n")


class _Stub:
    """The stub of one module."""

    def __init__(self, module: str, path: Path, result: BuildResult) -> None:
        self.module = module
        self.names = result.files[module].names
        self.source = ast.parse(path.read_text("utf-8"))
        self.imports = list[ast.stmt]()
        self.imported = dict[str, str]()
        """The module that each imported name comes from."""

    def text(self) -> str:
        """Return the stub's text."""
        self.collect_imports(self.source.body)
        body = self.write_block(self.source.body, self.names)
        docstring = body[:1] if ast.get_docstring(self.source, clean=False) is not None else []
        stub = ast.Module(body[len(docstring) :], [])
        stub = ast.fix_missing_locations(_RunTimeTypes().visit(stub))
        used = {node.id for node in ast.walk(stub) if isinstance(node, ast.Name)}
        used |= set(exported(self.source))
        imports = [one for line in self.imports if (one := only_used(line, used))]
        return ast.unparse(ast.Module([*docstring, *imports, *stub.body], []))

    def collect_imports(self, statements: list[ast.stmt]) -> None:
        """Collect the import statements, including those for type checkers only."""
        for statement in statements:
            if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
                self.collect_imports(statement.body)
            elif isinstance(statement, ast.Import):
                self.imports.append(statement)
            elif isinstance(statement, ast.ImportFrom) and statement.module != "__future__":
                self.imports.append(statement)
                for alias in statement.names:
                    self.imported[alias.asname or alias.name] = f"{statement.module}.{alias.name}"

    def write_block(self, statements: list[ast.stmt], names: SymbolTable) -> list[ast.stmt]:
        """Write the definitions and docstrings in the body of a module or a class."""
        found = list[ast.stmt]()
        for statement in statements:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                found.append(statement)
            elif isinstance(statement, ast.FunctionDef):
                found.append(write_function(statement))
            elif isinstance(statement, ast.ClassDef):
                found.append(self.write_class(statement))
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                found.append(self.write_variable(statement, names))
            elif isinstance(statement, ast.Assign):  # __all__, or an alias of a type
                found.append(statement)
        return found

    def write_class(self, node: ast.ClassDef) -> ast.ClassDef:
        """Write a class. The attributes that its methods assign follow its docstring."""
        symbol = self.names[node.name].node
        if not isinstance(symbol, TypeInfo):
            raise StubError(f"{self.module}.{node.name} is not a class")
        body = self.write_block(node.body, symbol.names)
        start = 0 if ast.get_docstring(node) is None else 1
        declared = {
            one.target.id
            for one in body
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        }
        for statement, docstring in assignments_to_self(node):
            target = (
                statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
            )
            assert isinstance(target, ast.Attribute)
            name = target.attr
            if name not in symbol.names or name in declared:
                continue  # already declared by this class or a base class
            declared.add(name)
            annotation = (
                statement.annotation
                if isinstance(statement, ast.AnnAssign)
                else self.inferred(name, symbol.names)
            )
            attribute = ast.AnnAssign(ast.Name(name), annotation, None, simple=1)
            body[start:start] = [attribute, *docstring]
            start += 1 + len(docstring)
        return ast.ClassDef(
            node.name, node.bases, node.keywords, body or [ellipsis()], node.decorator_list
        )

    def write_variable(self, node: ast.AnnAssign, names: SymbolTable) -> ast.AnnAssign:
        """Write a variable with its type. Literals and aliases of types keep their values."""
        assert isinstance(node.target, ast.Name)
        annotation = ast.unparse(node.annotation)
        if annotation == "TypeAlias" or (annotation == "Final" and is_literal(node.value)):
            return node
        if annotation == "Final":
            kind: ast.expr = ast.Subscript(node.annotation, self.inferred(node.target.id, names))
            return ast.AnnAssign(node.target, kind, None, simple=1)
        # A dataclass field can have a default, which makes its argument optional.
        value = ast.Constant(...) if node.value is not None and names is not self.names else None
        return ast.AnnAssign(node.target, node.annotation, value, simple=1)

    def inferred(self, name: str, names: SymbolTable) -> ast.expr:
        """Return the type that mypy inferred for a variable or an attribute."""
        symbol = names[name].node
        if not isinstance(symbol, Var) or symbol.type is None:
            raise StubError(f"{self.module}: {name} has no type")
        return ast.parse(self.written(symbol.type), mode="eval").body

    def written(self, kind: Type) -> str:
        """Write a type as it would appear in source code."""
        kind = get_proper_type(kind)
        if isinstance(kind, NoneType):
            return "None"
        if isinstance(kind, AnyType):
            return self.name("typing.Any")
        if isinstance(kind, LiteralType):
            return f"{self.name('typing.Literal')}[{kind.value_repr()}]"
        if isinstance(kind, UnionType):
            return " | ".join(self.written(item) for item in kind.items)
        if isinstance(kind, TypeType):
            return f"type[{self.written(kind.item)}]"
        if isinstance(kind, TupleType):
            return f"tuple[{', '.join(self.written(item) for item in kind.items) or '()'}]"
        if isinstance(kind, CallableType) and kind.is_ellipsis_args:
            return f"{self.name('collections.abc.Callable')}[..., {self.written(kind.ret_type)}]"
        if isinstance(kind, Instance):
            inside = [self.written(argument) for argument in kind.args]
            if kind.type.fullname == "builtins.tuple":
                inside.append("...")
            return self.name(kind.type.fullname) + (f"[{', '.join(inside)}]" if inside else "")
        raise StubError(f"{self.module}: add a type annotation where mypy inferred {kind}")

    def name(self, full: str) -> str:
        """Return the name of a type, and import it if needed."""
        where, _, name = full.rpartition(".")
        if where in ("builtins", self.module):
            return name
        if name not in self.imported and name not in self.names:
            self.imports.append(ast.ImportFrom(where, [ast.alias(name)], 0))
            self.imported[name] = full
        if self.imported.get(name) != full:
            raise StubError(f"{self.module}: {name} refers to two different types")
        return name


class _RunTimeTypes(ast.NodeTransformer):
    """Replace ``i64``, which exists only for the compiler, with ``int``."""

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name("int") if node.id == "i64" else node


def write_function(node: ast.FunctionDef) -> ast.FunctionDef:
    """Write a function without its code."""
    given = node.args
    defaults = [write_default(one) for one in given.defaults]
    keywords = [None if one is None else write_default(one) for one in given.kw_defaults]
    arguments = ast.arguments(
        given.posonlyargs,
        given.args,
        given.vararg,
        given.kwonlyargs,
        keywords,
        given.kwarg,
        defaults,
    )
    docstring = node.body[:1] if ast.get_docstring(node) is not None else [ellipsis()]
    return ast.FunctionDef(node.name, arguments, docstring, node.decorator_list, node.returns)


def write_default(value: ast.expr) -> ast.expr:
    """Write an argument's default: a literal or the name of a constant, or else ``...``."""
    is_short = is_literal(value) or isinstance(value, ast.Name) or ast.unparse(value) == "()"
    return value if is_short else ast.Constant(...)


def assignments_to_self(
    node: ast.ClassDef,
) -> list[tuple[ast.Assign | ast.AnnAssign, list[ast.stmt]]]:
    """Return the assignments to attributes in a class's methods, each with its docstring if any."""
    found = list[tuple[ast.Assign | ast.AnnAssign, list[ast.stmt]]]()
    for method in node.body:
        blocks = [
            block
            for inner in (ast.walk(method) if isinstance(method, ast.FunctionDef) else ())
            for block in (getattr(inner, "body", None), getattr(inner, "orelse", None))
            if isinstance(block, list)
        ]
        for block in blocks:
            for place, statement in enumerate(block):
                if not isinstance(statement, ast.Assign | ast.AnnAssign):
                    continue
                single = isinstance(statement, ast.AnnAssign) or len(statement.targets) == 1
                target = (
                    statement.target
                    if isinstance(statement, ast.AnnAssign)
                    else statement.targets[0]
                )
                if (
                    single
                    and isinstance(target, ast.Attribute)
                    and ast.unparse(target.value) == "self"
                ):
                    following = block[place + 1 : place + 2]
                    found.append((statement, following if is_docstring(following) else []))
    return found


def is_docstring(statements: list[ast.stmt]) -> bool:
    """Return whether the first statement is a string."""
    return bool(statements) and ast.get_docstring(ast.Module(statements, [])) is not None


def is_literal(value: ast.expr | None) -> bool:
    """Return whether a value is a number, a string, a bool or None."""
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        value = value.operand
    return isinstance(value, ast.Constant)


def exported(module: ast.Module) -> list[str]:
    """Return the names in a module's ``__all__``."""
    for statement in module.body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(statement.value)
            return names
    return []


def only_used(line: ast.stmt, used: set[str]) -> ast.stmt | None:
    """Return an import statement without the names that the stub doesn't use; None if none is left."""
    assert isinstance(line, ast.Import | ast.ImportFrom)
    kept = [one for one in line.names if (one.asname or one.name.split(".")[0]) in used]
    if not kept:
        return None
    if isinstance(line, ast.Import):
        return ast.Import(kept)
    return ast.ImportFrom(line.module, kept, line.level)


def ellipsis() -> ast.stmt:
    """Return the statement ``...``."""
    return ast.Expr(ast.Constant(...))
