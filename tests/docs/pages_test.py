#!/usr/bin/env python3
"""The pages as they are, and for each check a page with a planted fault that it must notice: pages_test.py PROGRAM"""

import sys
import tempfile
import unittest
from pathlib import Path

import pages

sys.path.insert(0, str(pages.ROOT / "docs" / "site"))
import check_site  # noqa: E402 (what scripts/docs asks of the built site)

PROGRAM = sys.argv.pop(1)


class Pages(unittest.TestCase):
    """What is checked of every page."""

    def none(self, faults):
        faults = list(faults)
        self.assertFalse(faults, "\n" + "\n".join(faults))

    def test_every_block_is_run_or_says_why_not(self):
        run = pages.executed()
        self.none(fault for name, text in pages.pages().items() for fault in pages.unexecuted_blocks(name, text, run))

    def test_every_python_block_that_is_run_has_prompts(self):
        names = {name for kind, name in pages.executed() if kind == "python"}
        self.none(fault for name, text in pages.pages().items() if name in names for fault in pages.doctests_have_prompts(name, text))

    def test_what_is_listed_as_run_exists(self):
        self.none(f"executed.txt names {name}, which is not there" for _, name in pages.executed() if name not in pages.pages())
        script = (pages.ROOT / "tests" / "r" / "run_tests.R").read_text()
        self.none(f"run_tests.R does not run {name}" for kind, name in pages.executed() if kind == "r" and f'"{name}"' not in script)

    def test_every_link_leads_somewhere(self):
        self.none(fault for name, text in pages.pages().items() for fault in pages.broken_links(name, text))

    def test_every_option_is_named_on_a_page(self):
        options = pages.help_options(PROGRAM)
        self.assertGreater(len(options), 50)
        self.none(pages.unnamed_options(options, pages.pages().values()))

    def test_every_name_is_in_the_reference(self):
        self.none(pages.unlisted_python_names())
        self.none(pages.unlisted_headers())

    def test_every_example_is_in_the_gallery(self):
        self.none(pages.unlisted_examples())

    def test_every_page_is_reached(self):
        self.none(pages.unreachable_pages())


class Planted(unittest.TestCase):
    """A check that cannot fail shows nothing."""

    def test_a_block_that_nobody_runs(self):
        run = {("console", "a.md")}
        self.assertEqual(list(pages.unexecuted_blocks("a.md", "```sh\nls\n```\n", run)), [])
        self.assertEqual(list(pages.unexecuted_blocks("b.md", "<!-- not run: why -->\n```sh\nls\n```\n", run)), [])
        for text in ("```sh\nls\n```\n", "```\nls\n```\n", "<!-- not run: -->\n```sh\nls\n```\n", "see\n\n    ls\n"):
            self.assertEqual(len(list(pages.unexecuted_blocks("b.md", text, run))), 1, text)
        self.assertEqual(len(list(pages.unexecuted_blocks("a.md", "1. see\n   ```sh\n   ls\n   ```\n", run))), 1)

    def test_python_without_prompts(self):
        self.assertEqual(len(list(pages.doctests_have_prompts("a.md", "```python\nx = 1\n```\n"))), 1)

    def test_a_link_to_nothing(self):
        for link in ("[a](nowhere.md)", "[a](cli.md#nothing)", "[a](#nothing)"):
            self.assertEqual(len(list(pages.broken_links("docs/index.md", f"# Title\n\n{link}\n"))), 1, link)
        self.assertEqual(list(pages.broken_links("docs/index.md", "# Title\n\n[a](#title) [b](cli.md#fit)\n")), [])

    def test_names_that_the_reference_lacks(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {
                "docs/reference/python.md": ".. autoclass:: scpp.Old\n>>> Old().known(SCPP())\n",
                "docs/reference/cpp.md": "```{header} scpp/old.hpp\n```\n",
                "docs/gallery.md": "[a](../examples/old.py)\n",
                "include/scpp/old.hpp": "struct Old {\n  int inner();\n};\nDenseMatrix make(int);\n",
                "include/scpp/new.hpp": "",
                "examples/old.py": "",
                "examples/new.py": "",
                "python/src/scpp/__init__.py": '__all__ = ["New", "Old"]\n',
                "python/src/scpp/_old.py": "class Old:\n    def known(self): ...\n    def unknown(self): ...\n",
                "python/src/scpp/metrics.py": "",
                "python/src/scpp/anndata.py": "",
            }.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            self.assertEqual(len(list(pages.unlisted_headers(root))), 1)
            self.assertEqual(len(list(pages.unlisted_examples(root))), 1)
            self.assertEqual(len(list(pages.unlisted_python_names(root))), 2)  # New, and Old.unknown
            self.assertEqual(set(pages.cpp_names(root)), {"Old", "make"})

    def test_a_site_with_broken_links(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "index.html"
            page.write_text('<p id="here"></p><a href="#here">a</a><a href="index.html#here">b</a>')
            self.assertEqual(list(check_site.broken_links(Path(folder))), [])
            for fault in ('<a href="no.html">', '<a href="#no">', '<img src="no.png">', '<script src="https://a.example/b.js"></script>'):
                page.write_text(fault)
                self.assertEqual(len(list(check_site.broken_links(Path(folder)))), 1, fault)
            page.write_text("")
            (Path(folder) / "a.css").write_text("@import url(/elsewhere.css);")
            self.assertEqual(len(list(check_site.broken_links(Path(folder)))), 1)

    def test_an_option_that_no_page_names(self):
        self.assertEqual(len(pages.unnamed_options({"--known", "--new"}, ["use --known or --newer"])), 1)


if __name__ == "__main__":
    unittest.main()
