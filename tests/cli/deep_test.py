"""A chain of splits that is longer than a stack is deep, as a forged model can have it, or data that are peeled."""
import resource
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

import model_file
from harness import LIMITED, PROGRAM, Case, clouds, csv_text

STACK = 256 << 10  # a frame has 50 bytes at least: no recursion gets 6000 deep in this


@LIMITED
class Deep(Case):
    def setUp(self):
        super().setUp()
        self.write("rows.csv", csv_text(clouds(12, 2, 2), ["a", "b"]))
        self.scpp("fit", "rows.csv", "-k", "2", "--model", "two.scpp", "--labels", "two.csv")

    def forge(self, splits):
        self.write("deep.scpp", model_file.chain(self.read("two.scpp"), splits))

    def in_a_small_stack(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (STACK, STACK)))
        self.assertEqual(done.returncode, code, done.stderr[-300:])
        return done.stdout, done.stderr

    def labels(self, name):
        return [line.split(",")[-1] for line in self.read(name).decode().splitlines()[1:]]

    def test_a_chain_of_any_length_is_walked(self):
        self.forge(6000)
        self.in_a_small_stack("predict", "deep.scpp", "rows.csv", "--labels", "deep.csv")
        last = {"0": "0", "1": "6000"}  # the first side is left at once, the second only at the end
        self.assertEqual(self.labels("deep.csv"), [last[label] for label in self.labels("two.csv")])
        out, _ = self.in_a_small_stack("show", "deep.scpp")
        nodes = [line for line in out.splitlines() if "node " in line]
        self.assertEqual(len(nodes), 12001)
        self.assertEqual(sum(": cluster " in line or ", cluster " in line for line in nodes), 6001)
        self.assertLess(max(map(len, nodes)), 1000, "lines do not grow with the depth for ever")
        self.in_a_small_stack("cut", "deep.scpp", "-k", "2", "--model", "cut.scpp")
        self.in_a_small_stack("predict", "cut.scpp", "rows.csv", "--labels", "cut.csv")
        self.assertEqual(self.labels("cut.csv"), self.labels("two.csv"))

    def test_a_report_of_too_many_clusters_is_refused_and_one_of_fewer_made(self):
        self.forge(6000)
        _, told = self.in_a_small_stack("report", "deep.scpp", "rows.csv", "--report", "r.html", code=1)
        self.assertIn("at most 5000 clusters", told)
        self.assertIn("-k", told)
        self.in_a_small_stack("report", "deep.scpp", "rows.csv", "--report", "r.html", "-k", "30")

    def test_a_report_is_not_promised_before_a_long_fit(self):
        _, told = self.scpp("fit", "rows.csv", "-k", "5001", "--report", "r.html", code=2)
        self.assertIn("at most 5000 clusters", told)

    def test_a_peeled_chain_of_a_thousand_clusters_is_like_any_other(self):
        self.forge(999)
        self.in_a_small_stack("show", "deep.scpp")
        self.in_a_small_stack("report", "deep.scpp", "rows.csv", "--report", "r.html")
        self.in_a_small_stack("predict", "deep.scpp", "rows.csv", "--labels", "deep.csv", "-k", "500")


if __name__ == "__main__":
    unittest.main()
