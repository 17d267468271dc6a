"""--memory: the same labels and model as with all rows in memory, within the memory promised, nothing left behind."""
import gzip
import os
import signal
import subprocess
import unittest

from harness import LIMITED, PROGRAM, Case

ROWS = 20000  # more than two chunks; --sketch always does the rest
SKETCH = ["-k", "4", "--sketch", "always", "--cells", "256"]


class Memory(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("scratch"))
        os.environ["TMPDIR"] = self.path("scratch")
        self.addCleanup(os.environ.pop, "TMPDIR")

    def generate(self, name="d.npy", rows=ROWS, columns=8, *more):
        self.scpp("generate", "gaussians", "--rows", str(rows), "--columns", str(columns), "--noise-columns", "2", "-k",
                  "4", "-o", name, *more)

    def assert_no_scratch(self):
        self.assertEqual(os.listdir(self.path("scratch")), [])

    def test_every_format_gives_the_labels_and_the_model_of_memory(self):
        self.generate()
        for name in ["d.csv", "d.tsv", "d.h5"]:
            self.scpp("convert", "d.npy", name)
        self.write("d.csv.gz", gzip.compress(self.read("d.csv"), 1))
        self.scpp("convert", "d.npy", "d.csv.zst")
        for name in ["d.npy", "d.csv", "d.tsv", "d.h5", "d.csv.gz", "d.csv.zst"]:
            with self.subTest(name):
                self.scpp("fit", name, *SKETCH, "--labels", "whole.csv", "--model", "whole.scpp")
                self.scpp("fit", name, *SKETCH, "--memory", "120M", "--labels", "l.csv", "--model", "m.scpp")
                self.assertEqual(self.read("l.csv"), self.read("whole.csv"))
                self.assertEqual(self.read("m.scpp"), self.read("whole.scpp"))
                self.scpp("predict", "m.scpp", name, "--memory", "120M", "--labels", "p.csv")
                self.assertEqual(self.read("p.csv"), self.read("whole.csv"))
                self.assert_no_scratch()

    def test_small_tables_are_fitted_as_ever(self):
        self.generate("s.csv", 500)
        self.scpp("fit", "s.csv", "-k", "4", "--labels", "whole.csv")
        self.scpp("fit", "s.csv", "-k", "4", "--memory", "100M", "--labels", "l.csv")
        self.assertEqual(self.read("l.csv"), self.read("whole.csv"))

    def test_quotes_comments_and_dropped_columns(self):
        rows = ["# a comment with a \" in it", "id,\"x,1\",y"]
        rows += [f"\"row\n{i}\",{(i % 2) * 9 + i % 7 / 7},{i % 5 / 5}" for i in range(ROWS)]
        self.write("q.csv", "\n".join(rows) + "\n")
        self.scpp("fit", "q.csv", *SKETCH, "--drop", "id", "--labels", "whole.csv", "--model", "whole.scpp")
        self.scpp("fit", "q.csv", *SKETCH, "--drop", "id", "--memory", "120M", "--labels", "l.csv", "--model", "m.scpp")
        self.assertEqual(self.read("l.csv"), self.read("whole.csv"))
        self.assertEqual(self.read("m.scpp"), self.read("whole.scpp"))
        self.scpp("fit", "q.csv", *SKETCH, "--text", "drop", "--memory", "120M", "--model", "m.scpp")
        self.assertEqual(self.read("m.scpp"), self.read("whole.scpp"))

    @LIMITED
    def test_memory_stays_within_the_promise(self):
        self.generate("wide.npy", 60000, 300)  # 144 MB
        run = subprocess.Popen([PROGRAM, "fit", "wide.npy", *SKETCH, "--threads", "2", "--memory", "130M"],
                               cwd=self.folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(run.pid, 0)
        self.assertEqual(status, 0)
        self.assertLess(usage.ru_maxrss, 130 * 1024)  # in kilobytes

    def test_too_little_is_told_with_what_is_needed(self):
        self.generate()
        _, told = self.scpp("fit", "d.npy", *SKETCH, "--memory", "10M", code=2)
        self.assertRegex(told, r"^scpp: memory is 10.5 MB, but at least \d+\.\d MB are needed\n$")
        _, told = self.scpp("fit", "d.npy", "-k", "4", "--sketch", "never", "--memory", "50M", code=2)
        self.assertRegex(told, r"are needed for all rows at once; with --sketch always they are read in blocks\n$")
        _, told = self.scpp("fit", "d.npy", *SKETCH, "--memory", "much", code=2)
        self.assertEqual(told, "scpp: memory is 'much', but must be a size like 1G, 512M or 800000K\n")

    def test_an_error_names_the_row_and_leaves_nothing(self):
        self.generate("d.csv")
        lines = self.read("d.csv").decode().splitlines()
        lines[15000] = lines[15000].split(",", 1)[0] + ",oops" * 7
        self.write("d.csv", "\n".join(lines) + "\n")
        _, told = self.scpp("fit", "d.csv", *SKETCH, "--memory", "120M", "--labels", "l.csv", code=1)
        self.assertIn("d.csv, line 15001 (data row 15000), column 2 'x2'", told)
        lines[15000] = ",".join(["NA"] * 8)
        self.write("d.csv", "\n".join(lines) + "\n")
        _, told = self.scpp("fit", "d.csv", *SKETCH, "--memory", "120M", "--labels", "l.csv", code=1)
        self.assertIn("d.csv: row 15000, column 1 is not a number", told)
        self.assertFalse(os.path.exists(self.path("l.csv")))
        self.assert_no_scratch()

    def test_interrupts_leave_nothing(self):
        self.generate("d.csv", 100000)
        for delay in [0.1, 0.4, 0.8]:
            run = subprocess.Popen([PROGRAM, "fit", "d.csv", *SKETCH, "--memory", "120M", "--labels", "l.csv"],
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            try:
                run.wait(timeout=delay)
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGINT)
            self.assertIn(run.wait(timeout=60), [0, 130, -signal.SIGINT])
            self.assert_no_scratch()
            self.assertEqual([name for name in os.listdir(self.folder) if "unfinished" in name], [])


if __name__ == "__main__":
    unittest.main()
