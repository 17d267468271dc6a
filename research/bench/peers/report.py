"""The measured figures as the Markdown of research/notes/performance.md, between its two marks."""
from statistics import mean

import figures
from measure import Log

BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def in_order(values):
    return list(dict.fromkeys(values))


def table_of(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def means(results):
    """Each method that finished all tables, with its time in units of KMeans with 10 starts."""
    names = in_order(r.table for r in results)
    of = {(r.method, r.table): r for r in results if r.finished}
    methods = [m for m in in_order(r.method for r in results) if all((m, name) in of for name in names)]
    yardstick = sum(of["KMeans, 10 starts", name].seconds for name in names)
    rows = []
    for method in methods:
        mine = [of[method, name] for name in names]
        seconds = sum(r.seconds for r in mine)
        rows.append([method, f"{mean(r.purity for r in mine):.3f}", f"{mean(r.nmi for r in mine):.3f}",
                     f"{seconds:.2f}", f"{seconds / yardstick:.2f}", f"{max(r.megabytes for r in mine):.0f}"])  # fmt: skip
    head = ["method", "purity", "NMI", "seconds in all", "in units of KMeans", "peak MB"]
    return f"Means over {len(names)} tables.\n\n" + table_of(head, rows)


def seconds_by_table(results):
    methods, names = in_order(r.method for r in results), in_order(r.table for r in results)
    of = {(r.method, r.table): r for r in results}

    def cell(key):
        if key not in of:
            return "-"
        found = of[key]
        return f"{found.seconds:.3g} s, {found.nmi:.3f}" if found.finished else f"> {found.seconds} s"

    return table_of(["time, NMI", *names], [[method, *(cell((method, name)) for name in names)] for method in methods])


def slopes(results, part):
    rows = []
    for method, (x, y) in figures.series(results, part, "seconds").items():
        large = x >= 10_000 if part == "rows" else x > 0
        if large.sum() > 1:
            rows.append([method, f"{figures.slope(x[large], y[large]):.2f}"])
    return table_of(["method", "slope of time" + (", from 10,000 rows" if part == "rows" else "")], rows)


def sections(out):
    found = {part: Log(out / f"{part}.jsonl").results for part in ("sets", "rows", "columns", "wide")}
    if found["sets"]:
        yield "### The nine sets\n\n" + means(found["sets"]) + "\n\n" + seconds_by_table(found["sets"])
    for part, title in (("rows", "Against the number of rows"), ("columns", "Against the number of columns")):
        if found[part]:
            picture = f"![time and memory against {part}]({out.name}/{part}.svg)"
            parts = (f"### {title}", picture, seconds_by_table(found[part]), slopes(found[part], part))
            yield "\n\n".join(parts)
    if found["wide"]:
        yield "### Wide: 2,000 rows, 5,000 columns\n\n" + seconds_by_table(found["wide"])


def write(out, page):
    """Puts the figures between the marks of the page and leaves the rest of it alone."""
    before, rest = page.read_text().split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(before + BEGIN + "\n" + "\n\n".join(sections(out)) + "\n" + END + after)
