"""Time and memory against rows, columns or clusters, as SVG that reads on light and dark pages."""
import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

INK = "#7a7a7a"  # legible on white and on black
COLOURS = plt.get_cmap("tab20").colors[::2] + plt.get_cmap("tab20").colors[1::2]  # the strong ones first


def series(results, part, quantity):
    found = {}
    for result in filter(lambda result: result.finished, results):
        found.setdefault(result.method, []).append((getattr(result, part), getattr(result, quantity)))
    return {method: np.array(sorted(points)).T for method, points in found.items()}


def slope(x, y):
    """Of a straight line through the logarithms."""
    return np.polyfit(np.log(x), np.log(y), 1)[0] if len(x) > 1 else float("nan")


def draw(part, results, out):
    plt.rcParams.update({"svg.hashsalt": "scpp", "font.size": 9, "axes.edgecolor": INK, "axes.labelcolor": INK,
                         "xtick.color": INK, "ytick.color": INK, "legend.labelcolor": INK})  # fmt: skip
    chart, axes = plt.subplots(1, 2, figsize=(13, 4.2))
    for axis, (quantity, unit) in zip(axes, (("seconds", "seconds"), ("megabytes", "peak MB of the process"))):
        axis.set_prop_cycle(color=COLOURS)
        for method, (x, y) in series(results, part, quantity).items():
            ours = method.startswith("scpp")
            label = f"{method} (slope {slope(x, y):.2f})" if quantity == "seconds" else None
            axis.loglog(x, y, "-o" if ours else "--o", lw=2.2 if ours else 1.1, ms=4 if ours else 3, label=label)
        axis.set_xlabel(part)
        axis.set_ylabel(unit)
        axis.grid(alpha=0.25)
    handles, labels = axes[0].get_legend_handles_labels()
    axes[1].legend(handles, labels, loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False, fontsize=8)
    chart.tight_layout()
    chart.savefig(out / f"{part}.svg", transparent=True, metadata={"Date": None})
    plt.close(chart)
