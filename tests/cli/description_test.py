"""Help, man page, completions and summary come from one description and are complete."""
import json
import re
import shlex
import shutil
import subprocess
import unittest

from harness import PROGRAM, Case, clouds, csv_text

COMMANDS = ["fit", "predict", "suggest", "show", "score", "cut", "report", "apply-edits", "generate", "convert", "demo", "app",
            "completions", "man"]


class Description(Case):
    def flags_of(self, command):
        return re.findall(r"^  (?:-\w, )?(--[\w-]+)", self.scpp(command, "--help")[0], re.M)

    def test_every_command_is_in_help_man_page_and_completions(self):
        overview = self.scpp("--help")[0]
        page = self.scpp("man")[0].replace("\\-", "-")
        shells = {shell: self.scpp("completions", shell)[0] for shell in ["bash", "zsh", "fish"]}
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", overview)
            self.assertIn(f".SS scpp {command}", page)
            for flag in self.flags_of(command):
                for shell, text in shells.items():
                    self.assertIn(f"-l {flag[2:]}" if shell == "fish" else flag, text, f"{shell} {command}")
                self.assertIn(flag, page)

    def test_the_three_that_matter_come_first(self):
        self.assertEqual(self.flags_of("fit")[:3], ["--clusters", "--labels", "--report"])

    def test_shells_can_read_their_completions(self):
        for shell in filter(shutil.which, ["bash", "zsh", "fish"]):
            script = self.scpp("completions", shell)[0]
            subprocess.run([shell, "-n"], input=script, text=True, check=True)

    def test_bash_completes_commands_options_and_values(self):
        script = self.scpp("completions", "bash")[0]

        def completed(*words):
            typed = " ".join(f"'{word}'" for word in words)
            ask = f"\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _scpp; echo ${{COMPREPLY[*]}}"
            return subprocess.run(["bash", "-c", script + ask], capture_output=True, text=True, check=True).stdout.split()

        self.assertEqual(completed("scpp", "pre"), ["predict"])
        self.assertEqual(completed("scpp", "fit", "--beta-m"), ["--beta-max", "--beta-min"])
        self.assertEqual(completed("scpp", "fit", "--kernel", "g"), ["gaussian"])

    def test_what_suggest_says_to_do_next_can_be_typed(self):
        self.write("two words.csv", csv_text(clouds(60, 3, 3), ["a", "b'c", "d"]))
        out = self.scpp("suggest", "two words.csv", "--quiet", "--max-clusters", "4", "--drop", "b'c")[0]
        typed = shlex.split(re.search(r"^next: (.*)", out, re.M)[1])
        self.assertEqual(typed[0], "scpp")
        self.scpp(*typed[1:])
        self.assertTrue(self.read("report.html"))

    def test_version(self):
        self.assertRegex(self.scpp("--version")[0], r"^scpp \d+\.\d+\.\d+\n$")

    def test_every_library_option_in_the_summary_is_a_flag(self):
        self.write("d.csv", csv_text(clouds(60, 3, 3)))
        self.scpp("fit", "d.csv", "-k", "3", "--summary", "s.json")
        options = json.loads(self.read("s.json"))["options"]
        flags = self.flags_of("fit")
        self.assertEqual([name for name in options if "--" + name not in flags], [])


class Summary(Case):
    KEYS = ["rows", "columns", "clusters", "seconds", "scores", "splits", "options", "version"]
    SCORES = ["purity", "nmi", "ari", "v_measure", "accuracy"]
    SPLIT = ["node", "rows", "left", "right", "lambda2", "sigma", "beta", "evaluations", "stop", "cut", "stability"]

    def summary(self, *options):
        rows = clouds(90, 4, 3)
        self.write("d.csv", csv_text([row + [i % 3] for i, row in enumerate(rows)], ["a", "b", "c", "d", "t"]))
        self.scpp("fit", "d.csv", "-k", "3", "--summary", "s.json", *options)
        return json.loads(self.read("s.json"))

    def test_keys_are_exactly_those_promised(self):
        summary = self.summary("--truth", "t")
        self.assertEqual(list(summary), self.KEYS)
        self.assertEqual(list(summary["seconds"]), ["read", "fit", "total"])
        self.assertEqual(list(summary["scores"]), self.SCORES)
        self.assertEqual((summary["rows"], summary["columns"], summary["clusters"]), (90, 4, 3))
        self.assertEqual([list(split) for split in summary["splits"]], [self.SPLIT] * 2)
        for split in summary["splits"]:
            self.assertEqual(split["left"] + split["right"], split["rows"])
        self.assertEqual(summary["splits"][0]["rows"], 90)
        self.assertEqual(summary["scores"]["purity"], 1)  # clouds five deviations apart

    def test_scores_are_null_without_truth(self):
        self.assertEqual(self.summary("--drop", "t")["scores"], dict.fromkeys(self.SCORES))

    def test_rivals_are_run_elsewhere(self):
        self.write("d.csv", csv_text(clouds(60, 3, 3)))
        for rival in ["kmeans", "sc", "sc-pc", "sc-ic", "drsc", "isvr"]:
            told = subprocess.run([PROGRAM, "fit", "d.csv", "--method", rival], cwd=self.folder, capture_output=True,
                                  text=True, check=False)
            self.assertEqual(told.returncode, 2)
            self.assertRegex(told.stderr, f"^scpp: method {rival} .*scpp-paper")

    def test_aliases_stand_for_options(self):
        for word, name, value in [("scpp", "method", "divisive"), ("scpp-standard", "laplacian", "standard"),
                                  ("scpp-margin", "method", "margin"), ("scpp-kway", "method", "kway")]:
            self.assertEqual(self.summary("--drop", "t", "--method", word)["options"][name], value)


class Reports(Case):
    def test_report_and_edits(self):
        self.write("d.csv", csv_text(clouds(90, 4, 3), ["a", "b", "c", "d"]))
        if "built without" in self.scpp_any("fit", "d.csv", "-k", "3", "--report", "r.html"):
            self.skipTest("no report page in this build")
        self.assertIn(b'id="scpp-head"', self.read("r.html"))
        self.scpp("fit", "d.csv", "-k", "3", "--model", "m.scpp")
        self.scpp("report", "m.scpp", "d.csv", "--report", "again.html")
        digest = re.search(rb'"digest":"(\w+)"', self.read("again.html")).group(1).decode()
        edits = {"format": "scpp-edits", "version": 1, "model": digest, "clusters": 2, "pruned": [],
                 "names": [{"node": 1, "name": "one, first"}]}
        self.write("edits.json", json.dumps(edits))
        self.scpp("apply-edits", "m.scpp", "edits.json", "d.csv", "--model", "e.scpp", "--labels", "e.csv")
        lines = self.read("e.csv").decode().splitlines()
        self.assertEqual(lines[0], "label,name")
        self.assertEqual(set(lines[1:]), {'0,"one, first"', "1,"})
        predicted = self.scpp("predict", "e.scpp", "d.csv")[0].split()
        self.assertEqual([line.split(",")[0] for line in lines], predicted)

    def scpp_any(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, check=False).stderr


if __name__ == "__main__":
    unittest.main()
