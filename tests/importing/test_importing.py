"""Files and objects of other systems: which reader takes them, and what is said where none can."""

import gzip

import pytest

import nonet
from nonet import importing
from nonet.errors import FormatError
from nonet.importing import read_model_file, reader_of

TEXTS = {
    "cnf": "p cnf 2 2\n1 2 0\n-1 0\n",
    "opb": "* #variable= 2 #constraint= 1\n+1 x1 -1 x2 >= 1 ;\n",
    "fzn": "var 1..3: x :: output_var;\nconstraint int_ne(x, 1);\nsolve satisfy;\n",
    "xml": '<instance format="XCSP3" type="CSP"><variables><var id="x"> 1 2 </var></variables>'
    "<constraints><intension> ne(x,1) </intension></constraints></instance>",
}


@pytest.mark.parametrize("suffix", TEXTS)
def test_a_file_is_read_by_its_suffix_in_any_case(suffix, tmp_path):
    for name in (f"a.{suffix}", f"B.{suffix.upper()}"):
        path = tmp_path / name
        path.write_text(TEXTS[suffix])
        read = read_model_file(path)
        solution = next(iter(nonet.iter_solutions(read.model, backend="native")))
        assert read.model.accepts(solution)
        assert read.show(solution)


def test_another_suffix_has_no_reader_and_a_file_that_is_not_there_is_an_error(tmp_path):
    assert read_model_file(tmp_path / "a.txt") is None
    with pytest.raises(FormatError, match=r"gone\.cnf: no such file"):
        read_model_file(tmp_path / "gone.cnf")


@pytest.mark.parametrize("suffix", ["cnf", "opb", "fzn", "xml"])
def test_data_is_for_minizinc_alone_and_bytes_that_are_no_text_are_named(suffix, tmp_path):
    path = tmp_path / f"a.{suffix}"
    path.write_text(TEXTS[suffix])
    with pytest.raises(FormatError, match="it has its data in it: leave --data out"):
        read_model_file(path, ["n=3"])
    path.write_bytes(b"\xff\xfe\xfa" * 3)
    with pytest.raises(FormatError):
        read_model_file(path)


@pytest.mark.parametrize("suffix", ["cnf", "opb"])
def test_a_compressed_file_is_read_and_a_damaged_one_is_an_error(suffix, tmp_path):
    path = tmp_path / f"a.{suffix}.gz"
    packed = gzip.compress(TEXTS[suffix].encode())
    path.write_bytes(packed)
    assert read_model_file(path).model.variables
    for damaged in (packed[:-4], b"no gzip", packed[:12] + b"\0\0\0" + packed[15:]):
        path.write_bytes(damaged)
        with pytest.raises(FormatError, match="gzip"):
            read_model_file(path)


def test_an_object_of_another_library_has_the_reader_of_its_class():
    class Model:
        """As if of CPMpy, which need not be installed."""

    Model.__module__ = "cpmpy.model"

    class Derived(Model):
        __module__ = "mine"

    try:
        assert reader_of(Derived()) is importing.from_cpmpy
    except ImportError:
        pytest.skip("CPMpy is not installed")
    assert reader_of(object()) is None and reader_of("text") is None
    with pytest.raises(AttributeError, match="has no attribute 'from_nowhere'"):
        importing.from_nowhere  # noqa: B018
