// Five blobs in five dimensions, the same every time, as CSV with the blob's name in column `kind`.
import { writeFileSync } from "node:fs";

/** `apart`: distance of the blobs from the origin, in their standard deviations. */
export function writeBlobs(path, apart = 9) {
  let state = 12345;
  const uniform = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  const normal = () => Array.from({ length: 12 }, uniform).reduce((a, b) => a + b) - 6;
  const lines = ["x1,x2,x3,x4,x5,kind"];
  for (let row = 0; row < 600; ++row) {
    const kind = row % 5;
    lines.push(
      [
        ...Array.from({ length: 5 }, (_, j) => ((j === kind ? apart : 0) + normal()).toFixed(4)),
        "abcde"[kind],
      ].join(","),
    );
  }
  writeFileSync(path, lines.join("\n") + "\n");
}
