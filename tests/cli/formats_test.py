"""fit then predict on the same file gives the same labels, and the same numbers in every format the same model."""
import json
import struct
import unittest

from harness import Case, clouds, csv_text

ROWS = clouds(150, 6, 4)
# The names that the LIBSVM reader gives: with them every format that has names has the same.
NAMES = [f"f{i + 1}" for i in range(6)]
NAMED = ["d.csv", "d.tsv", "d.csv.gz", "d.csv.zst", "d.arff", "d.svm", "d.h5", "d.h5:/X"]
UNNAMED = ["bare.csv", "d.npy", "fortran.npy"]


def npy(rows, fortran):
    header = {"descr": "<f8", "fortran_order": fortran, "shape": (len(rows), len(rows[0]))}
    text = repr(header).encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    values = [value for line in (zip(*rows) if fortran else rows) for value in line]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + struct.pack(f"<{len(values)}d", *values)


def without_names(model):
    """The header of a model file without the column names, and the bytes behind it (but the checksum)."""
    begin = model.index(b"{")
    size = struct.unpack("<Q", model[begin - 8:begin])[0]
    header = json.loads(model[begin:begin + size])
    header.pop("columns")
    return header, model[begin + size:-4]


class Formats(Case):
    def setUp(self):
        super().setUp()
        self.write("d.csv", csv_text(ROWS, NAMES))
        self.write("bare.csv", csv_text(ROWS))
        self.write("fortran.npy", npy(ROWS, True))
        for name in ["d.tsv", "d.csv.gz", "d.csv.zst", "d.arff", "d.svm", "d.h5", "d.npy"]:
            self.scpp("convert", "d.csv", name)

    def fitted(self, name, *options):
        """Model and labels; predict on the same file must give the same labels."""
        self.scpp("fit", name, "-k", "4", "--model", "m.scpp", "--labels", "fit.csv", *options)
        self.scpp("predict", "m.scpp", name, "--labels", "predict.csv")
        self.assertEqual(self.read("fit.csv"), self.read("predict.csv"), name)
        return self.read("m.scpp"), self.read("fit.csv")

    def test_every_format_gives_the_same_model_and_predicts_its_labels(self):
        named = {name: self.fitted(name) for name in NAMED}
        unnamed = {name: self.fitted(name) for name in UNNAMED}
        for name, result in named.items():
            self.assertEqual(result, named["d.csv"], name)
        for name, result in unnamed.items():
            self.assertEqual(result, unnamed["d.npy"], name)
        # Only the names tell the two groups apart.
        self.assertEqual(named["d.csv"][1], unnamed["d.npy"][1])
        self.assertEqual(without_names(named["d.csv"][0]), without_names(unnamed["d.npy"][0]))

    def test_missing_cells_are_remembered(self):
        gaps = [[None if (i * 7 + j) % 40 == 0 and j != 2 else x for j, x in enumerate(row)]
                for i, row in enumerate(ROWS)]
        self.write("gaps.csv", csv_text(gaps, NAMES))
        self.write("gaps_bare.csv", csv_text(gaps))
        for name in ["gaps.npy", "gaps.arff", "gaps.h5", "gaps.tsv"]:
            self.scpp("convert", "gaps.csv", name)
        for rule in ["mean", "median", "drop-row", "drop-column"]:
            models = [self.fitted(f"gaps.{ending}", "--missing", rule) for ending in ["csv", "tsv", "arff", "h5"]]
            self.assertEqual([model == models[0] for model in models], [True] * 4, rule)
            bare = [self.fitted(name, "--missing", rule) for name in ["gaps.npy", "gaps_bare.csv"]]
            self.assertEqual(bare[0], bare[1], rule)
            self.assertEqual(bare[0][1], models[0][1], rule)

    def test_dropped_rows_keep_their_lines(self):
        self.write("gap.csv", csv_text([[None] + ROWS[0][1:]] + ROWS[1:], NAMES))
        self.scpp("fit", "gap.csv", "-k", "4", "--missing", "drop-row", "--labels", "l.csv")
        lines = self.read("l.csv").decode().split()
        self.assertEqual(len(lines), 151)
        self.assertEqual([i for i, line in enumerate(lines) if line == "NA"], [1])

    def test_columns_are_found_by_name(self):
        model, labels = self.fitted("d.csv")
        order = [3, 0, 5, 1, 4, 2]
        shuffled = [[row[j] for j in order] + [1.5] for row in ROWS]
        self.write("shuffled.csv", csv_text(shuffled, [NAMES[j] for j in order] + ["more"]))
        _, errors = self.scpp("predict", "m.scpp", "shuffled.csv", "--labels", "p.csv")
        self.assertEqual(self.read("p.csv"), labels)
        self.assertIn("note: columns that the model does not know are ignored: 'more'", errors)

    def test_truth_and_drop_by_number_without_names(self):
        self.write("t.csv", csv_text([[i % 4 + 0.5] + row + [9.0] for i, row in enumerate(ROWS)]))
        self.scpp("fit", "t.csv", "-k", "4", "--truth", "1", "--drop", "8", "--model", "m.scpp", "--labels", "l.csv")
        self.scpp("predict", "m.scpp", "t.csv", "--labels", "p.csv")
        self.assertEqual(self.read("p.csv"), self.read("l.csv"))
        self.scpp("predict", "m.scpp", "bare.csv", "--labels", "p.csv")
        self.assertEqual(self.read("p.csv"), self.read("l.csv"))

    def test_a_cut_model_predicts_as_predict_with_k_does(self):
        self.fitted("d.csv")
        self.scpp("cut", "m.scpp", "-k", "2", "--model", "two.scpp")
        self.assertEqual(self.scpp("predict", "two.scpp", "d.csv")[0],
                         self.scpp("predict", "m.scpp", "d.csv", "-k", "2")[0])

    def test_weights_count_rows(self):
        ones = [row + [1.0] for row in ROWS]
        self.write("weighted.csv", csv_text(ones, NAMES + ["count"]))
        self.scpp("fit", "weighted.csv", "-k", "4", "--weights", "count", "--labels", "w.csv")
        self.assertEqual(self.read("w.csv"), self.fitted("d.csv")[1])

    def test_config_file_and_command_line_agree(self):
        self.write("o.conf", "# how\nclusters = 3\nmicroclusters = 50\nlabels = conf.csv\nquiet = yes\n")
        self.assertEqual(self.scpp("fit", "d.csv", "--config", "o.conf"), ("", ""))
        self.scpp("fit", "d.csv", "-k", "3", "--microclusters", "50", "--labels", "line.csv")
        self.assertEqual(self.read("conf.csv"), self.read("line.csv"))
        self.scpp("fit", "d.csv", "--config", "o.conf", "-k", "2")
        self.assertEqual(set(self.read("conf.csv").split()), {b"label", b"0", b"1"})


if __name__ == "__main__":
    unittest.main()
