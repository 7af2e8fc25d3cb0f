"""Modules bundled into one script: what each exports reaches those that import it, and no other."""

import shutil
import subprocess
from pathlib import Path

import pytest

from nonet.render.script_bundle import bundled_script, ordered_modules


@pytest.fixture
def node():
    program = shutil.which("node")
    if program is None:
        pytest.skip("no node here to run the script")
    return program


def write_modules(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text)
    return folder / "entry.js"


def test_modules_run_as_one_script_in_the_order_of_their_imports(tmp_path, node):
    entry = write_modules(
        tmp_path,
        entry='// the entry\nimport { one, two as other } from "./a.js";\n'
        'import {\n  three,\n} from "./b.js";\nconst hidden = 9;\n'
        "console.log(one, other(), new three().value, hidden);\n",
        a='import { three } from "./b.js";\nconst hidden = 1;\nexport const one = hidden;\n'
        "/** @returns {number} */\nexport function two() {\n  return new three().value + 1;\n}\n",
        b="export class three {\n  value = /** @type {number} */ (3);\n}\n",
    )
    script = bundled_script(entry)
    assert "//" not in script and "/**" not in script
    assert script.count("class three") == 1
    process = subprocess.run([node, "-"], input=script, capture_output=True, text=True, check=True)
    assert process.stdout == "1 4 3 9\n"


def test_addresses_beside_a_module_are_the_same_in_the_script_which_may_wait(tmp_path, node):
    entry = write_modules(
        tmp_path,
        entry='import { place } from "./below/a.js";\n'
        'console.log(await place(), new URL("x", import.meta.url).href);\n',
    )
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "a.js").write_text(
        "export async function place() {\n"
        '  return new URL("../x", import.meta.url).href + new URL("y", import.meta.url).href;\n}\n'
    )
    outputs = {}
    for name, text in (("as they are", entry.read_text()), ("bundled", bundled_script(entry))):
        (tmp_path / "entry.mjs").write_text(text.replace("a.js", "a.mjs"))
        (tmp_path / "below" / "a.mjs").write_text((tmp_path / "below" / "a.js").read_text())
        outputs[name] = subprocess.run(
            [node, tmp_path / "entry.mjs"], capture_output=True, text=True, check=True
        ).stdout
    folder_address = tmp_path.as_uri()
    assert (
        outputs["as they are"]
        == outputs["bundled"]
        == f"{folder_address}/x{folder_address}/below/y {folder_address}/x\n"
    )


def test_each_module_comes_after_those_it_imports(tmp_path):
    entry = write_modules(
        tmp_path,
        entry='import { one } from "./a.js";\nimport { three } from "./b.js";\n',
        a='import { three } from "./b.js";\nexport const one = three;\n',
        b="export const three = 3;\n",
    )
    assert [module.stem for module in ordered_modules(entry)] == ["b", "a", "entry"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('import { x } from "./entry.js";\n', "imports itself"),
        ('import x from "./a.js";\n', "cannot be bundled: import x"),
        ("export default 3;\n", "cannot be bundled: export default"),
        ('  await import("./a.js");\n', r'cannot be bundled: import\("./a'),
        ("const text = '</script>';\n", "cannot be bundled: </script"),
    ],
)
def test_what_cannot_be_bundled_is_refused(tmp_path, text, expected):
    with pytest.raises(ValueError, match=expected):
        bundled_script(write_modules(tmp_path, entry=text, a=""))


def test_a_script_in_a_file_of_its_own_may_have_any_text(tmp_path):
    entry = write_modules(tmp_path, entry="const text = '</script>';\n")
    assert "'</script>'" in bundled_script(entry, apart=True)
