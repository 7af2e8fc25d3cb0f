"""What is published comes from named commits, tested, and can be built again."""

import importlib.util
import re
import shutil
import tomllib
from pathlib import Path

import pytest
import yaml

from nonet.backends.lockstep import engine

ROOT = Path(__file__).parents[2]
WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in (ROOT / ".github" / "workflows").glob("*.yml")
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]


def steps():
    """Every step of every job, with the name of its workflow."""
    for name, workflow in WORKFLOWS.items():
        for job in workflow["jobs"].values():
            for step in job.get("steps", ()):
                yield name, step


def test_every_action_is_named_by_its_commit():
    used = [step["uses"] for _, step in steps() if "uses" in step]
    assert len(used) > 20
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", each)] == []


def test_nothing_is_published_unless_all_tests_are_green():
    jobs = WORKFLOWS["release"]["jobs"]
    assert jobs["tests"] == {"uses": "./.github/workflows/tests.yml"}
    assert {"tests", "build"} <= set(jobs["publish"]["needs"])
    assert jobs["announce"]["needs"] == "publish"
    called = WORKFLOWS["tests"][True]  # YAML reads the key "on" as true
    assert "workflow_call" in called


def test_libraries_are_built_anew_and_a_release_says_what_is_in_it():
    commands = {(name, step.get("run")) for name, step in steps()}
    assert ("tests", ".ci/libraries") in commands
    assert "tools.build_engine --check" in (ROOT / ".ci" / "libraries").read_text()
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    assert ("release", ".ci/sbom sbom.cdx.json") in commands
    assert "dist/* page.zip sbom.cdx.json --notes-file" in release
    assert "tools/resolve.py" in (ROOT / ".ci" / "checks").read_text()


def test_what_builds_the_libraries_has_one_version():
    assert all("==" in each.split(";")[0] for each in EXTRAS["build"])


def test_every_extra_that_a_message_or_a_page_names_exists():
    named = {}
    for folder in ("src", "docs", "examples", ".ci", "README.md", "Dockerfile", "pyproject.toml"):
        paths = [ROOT / folder] if (ROOT / folder).is_file() else (ROOT / folder).rglob("*")
        for path in paths:
            if path.suffix not in ("", ".py", ".md", ".toml", ".ipynb") or not path.is_file():
                continue
            text = path.read_text(encoding="utf-8")
            for extras in re.findall(r"(?:nonet|[\" ']\.)\[([a-z,]+)\]", text):
                named |= dict.fromkeys(extras.split(","), path)
    assert {"all", "web", "tables"} <= named.keys()
    assert {each: path for each, path in named.items() if each not in EXTRAS} == {}


def conda_build():
    """The module ``conda/build.py``."""
    path = ROOT / "conda" / "build.py"
    specification = importlib.util.spec_from_file_location("conda_build", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("platform", conda_build().PREFIXES)
def test_a_package_of_conda_holds_the_libraries_of_its_platform_and_all_of_them(platform, tmp_path):
    shutil.copytree(engine.FOLDER, tmp_path / "libraries")
    conda_build().keep_libraries(platform, tmp_path / "libraries")
    remaining = {path.name for path in (tmp_path / "libraries").iterdir()} - {engine.MANIFEST}
    prefix = conda_build().PREFIXES[platform]
    listed = {each.name for each in engine.read_manifest(tmp_path / "libraries")[1]}
    assert remaining == {name for name in listed if name.startswith(prefix)} and remaining


def test_the_recipe_of_conda_asks_for_what_the_package_asks_for():
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    assert "noarch" not in recipe["build"]
    names = {
        re.split("[ >]", each)[0].removesuffix("-python") for each in recipe["requirements"]["run"]
    }
    expected = {re.split("[>=]", each)[0] for each in PROJECT["dependencies"]}
    assert names - {"python"} == expected
