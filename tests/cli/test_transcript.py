"""What each command prints on small inputs, as text and as JSON, with its exit code."""

from tests.cli import transcript
from tests.pinned import check_pinned


def test_each_command_prints_what_it_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    transcript.write_files(tmp_path)
    check_pinned(transcript.FILE, transcript.transcript().values(), 10, "$ ")
