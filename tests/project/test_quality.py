"""The project's own rules: format, lint, types, floors, public names, what the README says."""

import importlib
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import nonet

ROOT = Path(__file__).parents[2]


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool installed beside this Python, in the project's folder."""
    program = Path(sys.executable).parent / arguments[0]
    return subprocess.run(
        [str(program), *arguments[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.slow(5)
@pytest.mark.parametrize(
    "check",
    [("ruff", "format", "--check", "."), ("ruff", "check", "."), ("lint-imports",)],
    ids=["format", "lint", "floors"],
)
def test_tools_find_nothing_to_mend(check):
    result = tool(*check)
    assert result.returncode == 0, result.stdout + result.stderr


def test_types_agree_where_they_are_checked():
    """By CI and before each commit: mypy over all of nonet takes as long as a hundred other tests."""
    assert "\n.venv/bin/mypy\n" in (ROOT / ".ci" / "checks").read_text()
    assert "- run: .ci/checks\n" in (ROOT / ".github" / "workflows" / "tests.yml").read_text()
    assert "entry: mypy," in (ROOT / ".pre-commit-config.yaml").read_text()


def test_the_package_has_the_authors_of_its_citation():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert project["authors"] == citation["authors"]
    # an address in one of them is the address in both
    urls = {project.get("urls", {}).get("Repository"), citation.get("repository-code")}
    assert len(urls) == 1


def test_a_room_on_no_floor_and_an_import_upwards_would_be_caught():
    text = (ROOT / "pyproject.toml").read_text()
    floors = re.search(r"layers = \[(.*?)\]", text, re.DOTALL).group(1)
    named = set(re.findall(r"[a-z_]+", floors))
    rooms = {
        path.stem
        for path in (ROOT / "src" / "nonet").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem != "__init__"
    }
    assert rooms == named
    assert "exhaustive = true" in text


def test_every_backend_of_many_files_has_a_contract_on_its_internals():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    protected = {
        (contract["allowed_importers"][0], contract["protected_modules"][0])
        for contract in contracts
        if contract["type"] == "protected"
    }
    folders = (ROOT / "src" / "nonet" / "backends").glob("*/__init__.py")
    names = [f"nonet.backends.{path.parent.name}" for path in folders]
    assert protected == {(name, f"{name}.*") for name in names}


def test_public_names_are_those_documented_and_all_can_be_had():
    assert 40 < len(nonet.__all__) < 60
    assert dir(nonet) == nonet.__all__
    page = (ROOT / "docs" / "stability.md").read_text()
    rows = dict(re.findall(r"^\| `(nonet[.\w]*)` \| (.*) \|$", page, re.MULTILINE))
    assert len(rows) > 10
    for room, names in rows.items():
        module = importlib.import_module(room)
        documented = re.findall(r"`(\w+)`", names)
        assert documented == [*module.__all__], f"docs/stability.md names others of {room}"
        for name in documented:
            # the docstring of a union stands under it, in its file
            of_union = name in ("ProblemInput", "Run")
            assert getattr(module, name).__doc__ or of_union, f"{name} has no docstring"
    with pytest.raises(AttributeError):
        nonet.no_such_name  # noqa: B018


def test_every_module_opens_with_a_docstring():
    for path in sorted((ROOT / "src").rglob("*.py")):
        text = path.read_text()
        assert re.match(r'''(?:#.*\n)*r?(?:"""|\'\'\')\S''', text), f"{path}: no docstring"


def test_what_is_committed_names_no_machine_and_no_registry():
    listed = tool_git("ls-files")
    if listed is None:
        pytest.skip("not a git checkout")
    hosts = re.compile(
        r"py"
        r"pi\.org|python"
        r"hosted|registry\.npm"
        r"js|deb\.deb"
        r"ian\.org|(?<![\w.])/ro"
        r"ot/"
    )
    for name in listed.splitlines():
        path = ROOT / name
        if path.is_file() and path != Path(__file__):
            match = hosts.search(path.read_text(encoding="utf-8", errors="replace"))
            assert not match, f"{name}: {match}"


def tool_git(*arguments: str) -> str | None:
    result = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return result.stdout if result.returncode == 0 else None


def test_every_verb_shows_an_example():
    for name in nonet.__all__:
        member = getattr(nonet, name)
        if callable(member) and not isinstance(member, type) and name[0].islower():
            text = f"{member.__doc__}\n{sys.modules[member.__module__].__doc__}"
            assert re.search(rf">>> .*\b{name}\(", text), f"{name} has no example"


def test_every_place_names_the_same_version():
    version = nonet.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n  version: {version}\n" in (ROOT / "conda" / "recipe.yaml").read_text()
    assert f"\n## [{version}]" in (ROOT / "CHANGELOG.md").read_text()


def test_every_step_of_the_workflows_that_builds_or_tests_is_a_script_that_is_there():
    folder = ROOT / ".github" / "workflows"
    steps = [
        step
        for path in folder.glob("*.yml")
        for step in re.findall(r"^ *- run: (.*)", path.read_text(), re.MULTILINE)
    ]
    scripts = {name for step in steps for name in re.findall(r"\.ci/[\w-]+", step)}
    assert scripts == {f".ci/{path.name}" for path in (ROOT / ".ci").iterdir()}
    others = [step for step in steps if ".ci/" not in step]
    known = ("git config", "pip install", "python -m pytest", "gh release")
    assert all(step.startswith(known) for step in others), others


def test_every_public_function_shows_an_example_that_runs():
    functions = {n: each for n in nonet.__all__ if inspect.isfunction(each := getattr(nonet, n))}
    assert len(functions) > 30
    assert [n for n, each in functions.items() if ">>>" not in (each.__doc__ or "")] == []
