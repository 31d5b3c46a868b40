"""What the benchmarks share."""

import pytest

import program
import workbench


def test_only_what_stands_between_the_markers_changes(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- a -->\nold\n<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\nafter\n", encoding="utf-8")
    workbench.write_between(page, "a", workbench.table(["x", "y"], [[1, 2]]))
    text = page.read_text(encoding="utf-8")
    assert text == (
        "before\n<!-- a -->\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n<!-- /a -->\nbetween\n<!-- b -->\n<!-- /b -->\nafter\n"
    )
    workbench.write_between(page, "a", "")
    workbench.write_between(page, "b", "new")
    assert page.read_text(encoding="utf-8").count("new") == 1
    with pytest.raises(program.Failed):
        workbench.write_between(page, "c", "nowhere")


def test_a_process_is_measured_and_its_failure_told():
    run = workbench.process(["sh", "-c", "echo 5"])
    assert run["printed"] == "5\n" and run["seconds"] > 0 and run["peak"] > 0
    with pytest.raises(program.Failed, match="exited with 3: why"):
        workbench.process(["sh", "-c", "echo why >&2; exit 3"])


def test_the_pages_have_places_for_what_is_written():
    speed = (program.ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
    bench = (program.ROOT / "docs" / "bench.md").read_text(encoding="utf-8")
    for page, names in ((speed, ["anonypy", "arx"]), (bench, ["solve", "whole", "growth", "large", "loss", "ideas", "query"])):
        for name in names:
            assert f"<!-- {name} -->" in page and f"<!-- /{name} -->" in page
