"""What each command prints on small inputs, as text and as JSON, with its exit code.

The transcript is the file beside this one: ``tests/cli/transcript.py`` writes it anew.
"""

from tests.cli import transcript


def test_each_command_prints_what_it_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    transcript.write_files(tmp_path)
    written = transcript.FILE.read_text(encoding="utf-8").split("\n$ ")
    written = [written[0], *(f"$ {each}" for each in written[1:])]
    printed = [each.rstrip("\n") for each in transcript.transcript().values()]
    assert [each.partition("\n")[0] for each in printed] == [
        each.partition("\n")[0] for each in written
    ]
    pairs = zip(printed, written, strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1].rstrip("\n")] == []
