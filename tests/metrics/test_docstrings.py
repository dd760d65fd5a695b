"""The examples in the docstrings are exact, and every public function has one."""

import doctest
import importlib
import inspect
import pkgutil

import pytest

import metrics

MODULES = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(metrics.__path__, "metrics.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_run(module):
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_everything_public_says_what_it_does(module):
    assert module.__doc__
    for name, member in vars(module).items():
        if getattr(member, "__module__", None) == module.__name__ and not name.startswith("_"):
            assert inspect.getdoc(member), f"{module.__name__}.{name} has no docstring"
