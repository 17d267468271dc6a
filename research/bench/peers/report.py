"""The measured figures as the Markdown of research/notes/performance.md, between its two marks."""
from statistics import mean

import figures
from measure import LIMIT_SECONDS, Log

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


def cell(result):
    if result is None:
        return "-"
    if not result.finished:
        return f"> {LIMIT_SECONDS} s"
    return f"{result.seconds:.3g} s, {result.nmi:.3f}"


def by_table(results, head_of):
    """Methods by tables; `head_of` names a table by one of its results."""
    of = {(r.method, r.table): r for r in results}
    heads = {r.table: head_of(r) for r in results}
    rows = [[method, *(cell(of.get((method, name))) for name in heads)] for method in in_order(r.method for r in results)]
    return table_of(["time, NMI", *heads.values()], rows)


def slopes(results, part):
    rows = []
    for method, (x, y) in figures.series(results, part, "seconds").items():
        large = x >= 10_000 if part == "rows" else x > 0
        if large.sum() > 1:
            rows.append([method, f"{figures.slope(x[large], y[large]):.2f}"])
    return table_of(["method", "slope of time" + (", from 10,000 rows" if part == "rows" else "")], rows)


def threads(results):
    """What a second thread gains, idle and while another program holds a core."""
    rows = []
    for table, method in in_order((r.table, r.method) for r in results):
        of = {(r.threads, r.busy): r.seconds for r in results if (r.table, r.method) == (table, method)}
        if None in of.values():
            continue
        rows.append([f"{table}: {method}", *(f"{of[key]:.3g}" for key in ((1, False), (2, False), (1, True), (2, True))),
                     f"{of[1, False] / of[2, False]:.2f}", f"{of[2, True] / of[1, True]:.2f}"])  # fmt: skip
    head = ["seconds", "1 thread, idle", "2 threads, idle", "1, busy", "2, busy", "gain, idle", "2 for 1, busy"]
    return table_of(head, rows)


def memory(results):
    rows = [[r.method, f"{r.seconds:.3g}", f"{r.megabytes:,.0f}", f"{r.nmi:.3f}"] for r in results]
    return table_of(["method", "seconds", "peak MB", "NMI"], rows)


def sections(out):
    found = {path.stem: Log(path).results for path in out.glob("*.jsonl")}
    if sets := found.get("sets"):
        yield "### The nine sets\n\n" + means(sets) + "\n\n" + by_table(sets, lambda r: r.table)
    for part, fixed in (("rows", "32 columns, 10 clusters"), ("columns", "5,000 rows, 10 clusters"), ("clusters", "20,000 x 32")):
        if results := found.get(part):
            picture = f"![time and memory against {part}]({out.name}/{part}.svg)"
            table = by_table(results, lambda r, part=part: f"{getattr(r, part):,}")
            yield "\n\n".join((f"### Against the number of {part}: {fixed}", picture, table, slopes(results, part)))
    if results := found.get("wide"):
        yield "### Wide: 2,000 rows, 5,000 columns\n\n" + by_table(results, lambda r: "64 bits" if "64" in r.table else "32 bits")
    if results := found.get("threads"):
        yield "### Threads\n\n" + threads(results)
    if results := found.get("sketch"):
        yield "### What a sketch loses\n\n" + by_table(results, lambda r: f"{r.table}, {r.rows:,} x {r.columns}")
    if results := found.get("blocks"):
        yield f"### In blocks: {results[0].table}, two threads\n\n" + memory(results)


def write(out, page):
    """Puts the figures between the marks of the page and leaves the rest of it alone."""
    before, rest = page.read_text().split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(before + BEGIN + "\n" + "\n\n".join(sections(out)) + "\n" + END + after)
