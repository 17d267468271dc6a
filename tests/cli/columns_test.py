"""A model finds its columns by name, else by place; it never takes others in silence. Weights, classes, labels and names
of columns mean what they say."""
import json
import os
import struct
import subprocess
import unittest
import zlib

from harness import PROGRAM, Case, clouds, csv_text

ROWS = clouds(90, 4, 3)


def with_header(model, change):
    """The bytes of a model file whose JSON header went through `change`."""
    begin = model.index(b"{")
    size = struct.unpack("<Q", model[begin - 8:begin])[0]
    header = json.loads(model[begin:begin + size])
    change(header)
    text = json.dumps(header, separators=(",", ":")).encode()
    body = model[:begin - 8] + struct.pack("<Q", len(text)) + text + model[begin + size:-4]
    return body + struct.pack("<I", zlib.crc32(body))


class Columns(Case):
    def fit(self, name, *options):
        """Labels of a fit, whose model is m.scpp."""
        self.scpp("fit", name, "-k", "3", "--model", "m.scpp", "--labels", "fit.csv", *options)
        return self.read("fit.csv")

    def predict(self, name, *options, code=0):
        """Labels, and what was said."""
        _, said = self.scpp("predict", "m.scpp", name, "--labels", "p.csv", *options, code=code)
        return self.read("p.csv") if code == 0 else None, said

    def write_columns(self, name, names, order=(0, 1, 2, 3), rows=ROWS):
        self.write(name, csv_text([[row[j] for j in order] for row in rows], names))

    def test_any_name_is_a_name(self):
        for names in [["column a", "column b", "column c", "column d"], ["column 1", "column 2", "column 3", "column 4"]]:
            self.write_columns("d.csv", names)
            labels = self.fit("d.csv")
            self.write_columns("turned.csv", names[::-1], (3, 2, 1, 0))
            self.assertEqual(self.predict("turned.csv"), (labels, ""))
            self.scpp("cut", "m.scpp", "-k", "2", "--model", "cut.scpp")
            os.replace(self.path("cut.scpp"), self.path("m.scpp"))
            self.assertEqual(self.predict("turned.csv"), self.predict("d.csv"))
            self.write_columns("other.csv", ["foo", "bar", "c", "d"])
            self.assertIn("other.csv lacks 4 columns of the model", self.predict("other.csv", code=1)[1])

    def test_models_of_earlier_versions_said_column_3_for_a_place(self):
        self.write("d.csv", csv_text([[9.5] + row for row in ROWS]))
        labels = self.fit("d.csv", "--drop", "1")

        def as_before(header):
            self.assertEqual(header["columns"], [f"column {j}" for j in range(2, 6)])
            del header["places"]

        self.write("m.scpp", with_header(self.read("m.scpp"), as_before))
        self.assertEqual(self.predict("d.csv"), (labels, ""))
        self.assertIn("lacks column 2", self.predict("d.csv", "--drop", "2", code=1)[1])

    def test_columns_without_names_are_known_by_their_places(self):
        self.write("d.csv", csv_text([row + row[::-1] for row in ROWS]))
        self.scpp("convert", "d.csv", "d.npy")
        for dropped, others in [("1,2", "7,8"), ("7,8", "1,2"), ("3", "4")]:
            for name in ["d.csv", "d.npy"]:
                labels = self.fit(name, "--drop", dropped)
                self.assertEqual(self.predict(name), (labels, ""))
                self.assertEqual(self.predict(name, "--drop", dropped), (labels, ""))
                self.assertEqual(self.predict(name, "--memory", "100M"), (labels, ""))
                said = self.predict(name, "--drop", others, code=1)[1]
                self.assertRegex(said, r"lacks column \d, on which the model was fitted; leave out the same columns")

    def test_positions_are_never_taken_in_silence(self):
        self.write_columns("named.csv", ["a", "b", "c", "d"])
        self.write_columns("bare.csv", None)
        labels = self.fit("named.csv")
        told = "note: bare.csv has no names of columns: they are taken in order\n"
        self.assertEqual(self.predict("bare.csv"), (labels, told))
        self.assertEqual(self.predict("bare.csv", "--memory", "100M"), (labels, told))
        self.fit("bare.csv")
        told = "note: the model has no names of columns: they are taken in order\n"
        self.assertEqual(self.predict("named.csv"), (labels, told))

    def test_names_that_occur_twice(self):
        self.write_columns("d.csv", ["a", "b", "c", "d"])
        self.fit("d.csv")
        self.write_columns("twins.csv", ["a", "b", "c", "d", "a"], (0, 1, 2, 3, 0))
        said = self.predict("twins.csv", code=1)[1].splitlines()[-1]
        self.assertEqual(said, "scpp: twins.csv has 2 columns called 'a', but the model 1; leave the others out with --drop "
                         "and their numbers")
        self.assertEqual(self.predict("twins.csv", "--drop", "5"), (self.read("fit.csv"), ""))
        labels = self.fit("twins.csv")
        self.assertEqual(self.predict("twins.csv")[0], labels)
        self.assertIn("lacks 1 column of the model: 'a (2)'", self.predict("d.csv", code=1)[1])

    def test_a_model_with_repeated_names(self):
        self.write_columns("twins.csv", ["a", "b", "a", "d"])
        labels = self.fit("twins.csv")
        self.write("m.scpp", with_header(self.read("m.scpp"), lambda header: header.update(columns=["a", "b", "a", "d"])))
        self.assertEqual(self.predict("twins.csv")[0], labels)
        self.write_columns("other.csv", ["a", "b", "c", "d"])
        self.assertIn("lacks 1 column of the model: 'a (2)'", self.predict("other.csv", code=1)[1])

    def test_features_that_a_libsvm_file_does_not_mention_are_zero(self):
        def svm(rows, last):
            return "".join("1 " + " ".join(f"{j + 1}:{x}" for j, x in enumerate(row[:last])) + "\n" for row in rows)

        self.write("d.svm", svm(ROWS, 4))
        self.fit("d.svm")
        self.write("short.svm", svm(ROWS, 3))
        self.write_columns("zeros.csv", ["f1", "f2", "f3", "f4"], rows=[row[:3] + [0.0] for row in ROWS])
        self.assertEqual(self.predict("short.svm")[0], self.predict("zeros.csv")[0])
        self.write("few.csv", csv_text([row[:3] for row in ROWS], ["f1", "f2", "f3"]))
        self.assertIn("lacks 1 column of the model: 'f4'", self.predict("few.csv", code=1)[1])

    def test_order_and_missing_cells_in_blocks_are_those_of_memory(self):
        self.write_columns("d.csv", ["a", "b", "c", "d"])
        gaps = [[None if (i + j) % 7 == 0 else x for j, x in enumerate(row)] + [1.5] for i, row in enumerate(ROWS)]
        order = (3, 1, 4, 0, 2)
        self.write("g.csv", csv_text([[row[j] for j in order] for row in gaps], ["d", "b", "more", "a", "c"]))
        for rule in ["mean", "median", "drop-row"]:
            self.fit("d.csv", "--missing", rule)  # nothing is missing: the rule is remembered all the same
            labels = self.predict("g.csv")[0]
            self.assertEqual(self.predict("g.csv", "--memory", "100M")[0], labels)
            self.assertEqual(b"NA" in labels, rule == "drop-row")

    def test_missing_cells_that_the_fit_did_not_have(self):
        self.write_columns("d.csv", ["a", "b", "c", "d"])
        self.fit("d.csv")
        self.write("g.csv", csv_text([[None] + ROWS[0][1:]] + ROWS[1:], ["a", "b", "c", "d"]))
        said = self.predict("g.csv", code=1)[1]
        self.assertEqual(said, "scpp: g.csv has 1 missing cell in column 1 'a' (1); --missing mean fills in the means of the "
                         "fit, --missing drop-row leaves such rows without a label\n")
        labels, said = self.predict("g.csv", "--missing", "mean")
        self.assertEqual(said, "note: 1 missing cell in column 1 'a' (1): filled with values of the fit\n")
        self.write("f.csv", csv_text([[sum(row[0] for row in ROWS) / 90] + ROWS[0][1:]] + ROWS[1:], ["a", "b", "c", "d"]))
        self.assertEqual(labels, self.predict("f.csv")[0])
        self.assertEqual(self.predict("g.csv", "--missing", "drop-row")[0].split()[1], b"NA")


class Meaning(Case):
    def test_weights_count_in_what_fills_missing_cells(self):
        """A row of weight 2 is that row twice, also where means and medians are taken."""
        rows = [row[:] for row in ROWS[:40]]
        rows[7][1] = None
        weighted = [row + [1 + i % 3] for i, row in enumerate(rows)]
        repeated = [row[:4] for row in weighted for _ in range(row[4])]
        self.write("w.csv", csv_text(weighted, ["a", "b", "c", "d", "w"]))
        self.write("r.csv", csv_text(repeated, ["a", "b", "c", "d"]))

        def fill(name, *options):
            self.scpp("fit", name, "-k", "2", "--model", "m.scpp", *options)
            model = self.read("m.scpp")
            begin = model.index(b"{")
            size = struct.unpack("<Q", model[begin - 8:begin])[0]
            place = json.loads(model[begin:begin + size])["missing_fill"]
            at = begin + size + next(value for key, value in place.items() if key not in ("shape", "type"))
            return struct.unpack("<4d", model[at:at + 32])

        for rule in ["mean", "median"]:
            by_weight = fill("w.csv", "--weights", "w", "--missing", rule)
            for a, b in zip(by_weight, fill("r.csv", "--missing", rule)):
                self.assertAlmostEqual(a, b, delta=1e-12 * (1 + abs(b)))  # sums in another order
            self.assertNotAlmostEqual(by_weight[1], fill("w.csv", "--drop", "w", "--missing", rule)[1])

    def test_a_class_may_be_called_nan(self):
        self.write("truth.csv", "class\n" + "nan\n2\ninf\n1\n" * 3)
        self.write("labels.csv", "label\n" + "0\n1\n2\n3\n" * 3)
        scores, said = self.scpp("score", "labels.csv", "truth.csv")
        self.assertEqual(said, "")
        self.assertEqual(set(line.split()[1] for line in scores.splitlines()), {"1"})
        self.write("one.csv", "label\n" + "0\n0\n1\n2\n" * 3)
        self.assertIn("purity     0.75\n", self.scpp("score", "one.csv", "truth.csv")[0])

    def test_wide_tables_fit_within_memory(self):
        self.scpp("generate", "moons", "--rows", "200", "--columns", "20000", "--noise-columns", "19998", "-o",
                  "wide.npy")
        self.scpp("fit", "wide.npy", "-k", "3", "--memory", "1G", "--labels", "l.csv")
        self.assertEqual(len(self.read("l.csv").split()), 201)

    def test_names_do_not_steer_terminals(self):
        self.write("d.csv", csv_text(ROWS, ["a\x1b[31m", "b\u009b2J", "c", "d"]))
        _, said = self.scpp("fit", "d.csv", "-k", "3", "--model", "m.scpp")
        shown, more = self.scpp("show", "m.scpp")
        self.assertIn("a?[31m", shown)
        self.assertNotRegex(shown + said + more, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")
        self.write("other.csv", "x\x1b[31m,y\n1,2\n")
        self.assertNotIn("\x1b", self.scpp("predict", "m.scpp", "other.csv", code=1)[1])

    def test_names_of_clusters_do_not_become_formulas(self):
        self.write("d.csv", csv_text(ROWS, ["a", "b", "c", "d"]))
        done = subprocess.run([PROGRAM, "fit", "d.csv", "-k", "3", "--model", "m.scpp", "--report", "r.html"],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        if "built without" in done.stderr:
            self.skipTest("no report page in this build")
        digest = self.read("r.html").split(b'"digest":"')[1].split(b'"')[0].decode()
        names = ["=cmd|' /C calc'!A0", "@sum", "-1"]
        edits = {"format": "scpp-edits", "version": 1, "model": digest, "clusters": 3, "pruned": [],
                 "names": [{"node": node, "name": name} for node, name in zip((2, 3, 4), names)]}
        self.write("edits.json", json.dumps(edits))
        self.scpp("apply-edits", "m.scpp", "edits.json", "d.csv", "--labels", "l.csv")
        written = set(line.split(",", 1)[1] for line in self.read("l.csv").decode().splitlines()[1:])
        self.assertEqual(written, {"'" + name for name in names})

    def test_an_id_stands_beside_its_label(self):
        rows = [[f'"p, {i}"'] + [repr(x) for x in row] for i, row in enumerate(ROWS)]
        rows[3][1] = "NA"
        self.write("d.csv", "\n".join([",".join(row) for row in [["patient", "a", "b", "c", "d"]] + rows]) + "\n")
        self.scpp("fit", "d.csv", "-k", "3", "--id", "patient", "--missing", "drop-row", "--labels", "l.csv", "--model",
                  "m.scpp")
        lines = self.read("l.csv").decode().splitlines()
        self.assertEqual(lines[0], "patient,label")
        self.assertEqual([line.rsplit(",", 1)[0] for line in lines[1:]], [row[0] for row in rows])
        self.assertEqual(lines[4], '"p, 3",NA')
        self.scpp("predict", "m.scpp", "d.csv", "--id", "1", "--labels", "p.csv")
        self.assertEqual(self.read("p.csv"), self.read("l.csv"))
        self.assertIn("accuracy   1", self.scpp("score", "l.csv", "p.csv", "--truth", "label")[0])


if __name__ == "__main__":
    unittest.main()
