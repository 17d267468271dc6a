"""scripts/fetch-data against a local HTTP server with small fixtures."""
import functools
import gzip
import http.server
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

SCRIPT = sys.argv.pop(1)


def load_script():
    loader = importlib.machinery.SourceFileLoader("fetch_data", SCRIPT)
    sys.dont_write_bytecode = True
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("fetch_data", loader))
    loader.exec_module(module)
    return module


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class FetchData(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.site, self.out = os.path.join(self.folder.name, "site"), os.path.join(self.folder.name, "out")
        os.mkdir(self.site)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=self.site))
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.mirror = f"http://127.0.0.1:{server.server_port}"

    def serve(self, name, data):
        with open(os.path.join(self.site, name), "wb") as file:
            file.write(data)

    def run_script(self, sets, *arguments, unavailable=()):
        manifest = os.path.join(self.folder.name, "manifest.json")
        with open(manifest, "w", encoding="utf-8") as file:
            json.dump({"sets": sets, "unavailable": list(unavailable)}, file)
        return subprocess.run([sys.executable, SCRIPT, self.out, "--manifest", manifest, "--mirror", self.mirror, *arguments],
                              capture_output=True, text=True)

    def entry(self, layout, rows, files=("toy.data",), name="toy", file="toy.csv"):
        return {"name": name, "file": file, "addresses": [f"https://example.org/x/{f}" for f in files], "layout": layout,
                "rows_sha256": load_script().rows_digest(rows)}

    def test_two_files_become_one_table_whatever_their_order(self):
        self.serve("toy.tra", b"1,2.50,7\n3,4,8\n")
        self.serve("toy.tes", b"5,6,7\n\n")
        rows = [(["5", "6"], "7"), (["1", "2.5"], "7"), (["3", "4"], "8")]
        result = self.run_script([self.entry({"separator": ",", "label": -1}, rows, ("toy.tra", "toy.tes"))])
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        with open(os.path.join(self.out, "toy.csv"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "f1,f2,label\n1,2.50,7\n3,4,8\n5,6,7\n")

    def test_layouts(self):
        self.serve("toy.data", b"skip me\nid1,A.,?,2\nid2,B.,1,3\n")
        rows = [(["0", "2"], "a"), (["1", "3"], "b")]
        layout = {"separator": ",", "label": 1, "drop": [0], "missing": "0", "skip_lines": 1}
        self.assertEqual(self.run_script([self.entry(layout, rows)]).returncode, 0)
        self.serve("runs.data", b" 1 2\n 3 4\n 5 6\n 7 8\n")
        runs = [(["1", "2"], "1"), (["3", "4"], "1"), (["5", "6"], "2"), (["7", "8"], "2")]
        entry = self.entry({"first_class": 1, "rows_per_class": 2}, runs, ("runs.data",), "runs", "runs.csv.gz")
        self.assertEqual(self.run_script([entry]).returncode, 0)
        with gzip.open(os.path.join(self.out, "runs.csv.gz"), "rt") as file:
            self.assertEqual(file.readline(), "f1,f2,label\n")

    def test_packed_files_are_unpacked(self):
        self.serve("toy.data.gz", gzip.compress(b"1,a\n"))
        result = self.run_script([self.entry({"separator": ",", "label": -1}, [(["1"], "a")], ("toy.data.gz",))])
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_a_changed_table_is_refused_and_not_written(self):
        self.serve("toy.data", b"1,2,7\n3,4.1,8\n")
        result = self.run_script([self.entry({"separator": ",", "label": -1}, [(["1", "2"], "7"), (["3", "4"], "8")])])
        self.assertEqual(result.returncode, 1)
        self.assertIn("checksum", result.stdout)
        self.assertEqual(os.listdir(self.out), [])

    def test_a_missing_file_is_named_and_the_others_are_fetched(self):
        self.serve("there.data", b"1,a\n")
        layout = {"separator": ",", "label": -1}
        result = self.run_script([self.entry(layout, [(["1"], "a")], ("gone.data",), "gone", "gone.csv"),
                                  self.entry(layout, [(["1"], "a")], ("there.data",), "there", "there.csv")])
        self.assertEqual(result.returncode, 1)
        self.assertIn("gone.data could not be downloaded", result.stdout)
        self.assertEqual(os.listdir(self.out), ["there.csv"])

    def test_says_what_it_cannot_get_and_keeps_what_is_there(self):
        self.serve("toy.data", b"1,a\n")
        entry = self.entry({"separator": ",", "label": -1}, [(["1"], "a")])
        unavailable = [{"name": "rare", "reason": "nobody serves it"}]
        self.run_script([entry], unavailable=unavailable)
        result = self.run_script([entry], unavailable=unavailable)
        self.assertIn("toy: is there already", result.stdout)
        self.assertIn("rare: cannot be fetched, nobody serves it", result.stdout)

    def test_an_unknown_name_is_an_error(self):
        result = self.run_script([], "--only", "nothing")
        self.assertEqual(result.returncode, 2)
        self.assertIn("nothing", result.stderr)


if __name__ == "__main__":
    unittest.main()
