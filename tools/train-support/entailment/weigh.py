"""
Weighs features and entailment model on pairs that neither has seen, and writes the weights into the model's support.json.

    python weigh.py --features F.jsonl --entailment A.jsonl B.jsonl [--model FOLDER]

F.jsonl is what `train-support fit --scores` writes, the others what `train.py --without ... --scores` writes. Prints the
figures of each set by features, model and both; for those of both, the weights are fitted on the other sets.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy
from describe import describe
from numpy.typing import NDArray

#: Half the penalty on squared weights, per unit of example weight.
RIDGE = 0.01
DRAWS = 1_000

Floats = NDArray[numpy.float64]


def main(words: list[str]) -> int:
    options = parse(words)
    # A set is called otherwise where a part of it was chosen for the regression.
    features = {(origin(row["set"]), row["id"]): row["features"] for row in read(options.features)}
    sets: dict[str, list[tuple[float, float, bool]]] = {}
    for row in (row for file in options.entailment for row in read(file)):
        known = features.get((origin(row["set"]), row["id"]))
        if known is not None:
            sets.setdefault(row["set"], []).append((known, row["entailment"], row["supported"]))
    tables = {name: numpy.array(rows, dtype=float) for name, rows in sets.items()}
    figures = [figures_of(name, tables, numpy.random.default_rng(7)) for name in tables]
    fitted = fitted_weights(list(tables.values()))
    print(json.dumps({"weights": fitted, "sets": figures, "mean": mean_of(figures)}, indent=2))
    if options.model is not None:
        path = options.model / "support.json"
        support = json.loads(path.read_text("utf8"))
        support["weights"], support["heldOut"] = fitted, figures
        path.write_text(json.dumps(support, indent=2) + "\n", encoding="utf8")
        describe(options.model, options.model.name)
    return 0


def fitted_weights(tables: list[Floats]) -> dict[str, float]:
    """
    Logistic regression on the log odds of both, neither of which may count against a claim. Sets count the same, and so do
    the classes of a set, so that undecided is where the balanced accuracy is highest.
    """
    rows = numpy.concatenate(tables)
    weights = numpy.concatenate([_class_weights(table[:, 2]) for table in tables])
    columns = [0, 1]
    while True:
        design = numpy.column_stack([rows[:, columns], numpy.ones(len(rows))])
        solution = _logistic(design, rows[:, 2], weights)
        wrong = [column for column, weight in zip(columns, solution) if weight < 0]
        if not wrong:
            break
        columns = [column for column in columns if column not in wrong]
    by_column = dict(zip(columns, solution))
    features, entailment, intercept = by_column.get(0, 0.0), by_column.get(1, 0.0), solution[-1]
    neutral = -intercept / entailment if entailment > 0 else 0.0
    return {"features": _rounded(features), "entailment": _rounded(entailment), "neutral": _rounded(neutral)}


def figures_of(name: str, tables: dict[str, Floats], rng: numpy.random.Generator) -> dict:
    """Balanced accuracy and area under the ROC curve of a set, with 95 % intervals by bootstrap over its pairs."""
    table = tables[name]
    others = [other for key, other in tables.items() if origin(key) != origin(name)]
    both = fitted_weights(others)
    alone = fitted_weights([numpy.column_stack([numpy.zeros(len(o)), o[:, 1:]]) for o in others])
    scores = {
        "features": table[:, 0],
        "entailment": alone["entailment"] * (table[:, 1] - alone["neutral"]),
        "both": both["features"] * table[:, 0] + both["entailment"] * (table[:, 1] - both["neutral"]),
    }
    labels = table[:, 2] == 1
    draws = [rng.integers(0, len(table), len(table)) for _ in range(DRAWS)]
    draws = [draw for draw in draws if 0 < labels[draw].sum() < len(draw)]
    result: dict = {"set": name, "pairs": len(table), "supported": int(labels.sum())}
    for by, score in scores.items():
        for metric, of in (("balancedAccuracy", balanced_accuracy), ("auroc", auroc)):
            drawn = [of(score[draw], labels[draw]) for draw in draws]
            ends = numpy.quantile(drawn, (0.025, 0.975))
            result.setdefault(by, {})[metric] = [round(float(100 * value), 1) for value in (of(score, labels), *ends)]
    for metric, of in (("balancedAccuracy", balanced_accuracy), ("auroc", auroc)):
        drawn = [of(scores["both"][d], labels[d]) - of(scores["features"][d], labels[d]) for d in draws]
        gain = of(scores["both"], labels) - of(scores["features"], labels)
        ends = numpy.quantile(drawn, (0.025, 0.975))
        result.setdefault("gain", {})[metric] = [round(float(100 * value), 1) for value in (gain, *ends)]
    return result


def mean_of(figures: list[dict]) -> dict:
    return {
        by: {
            metric: round(float(numpy.mean([figure[by][metric][0] for figure in figures])), 1)
            for metric in ("balancedAccuracy", "auroc")
        }
        for by in ("features", "entailment", "both", "gain")
    }


def balanced_accuracy(scores: Floats, labels: NDArray[numpy.bool_]) -> float:
    predicted = scores >= 0
    return float((predicted[labels].mean() + (~predicted[~labels]).mean()) / 2)


def auroc(scores: Floats, labels: NDArray[numpy.bool_]) -> float:
    """Share of pairs of one example of each class that are in order; equal scores count half (Mann–Whitney U)."""
    values, inverse, counts = numpy.unique(scores, return_inverse=True, return_counts=True)
    last = numpy.cumsum(counts)
    ranks = (last - (counts - 1) / 2)[inverse]
    positive, negative = labels.sum(), (~labels).sum()
    return float((ranks[labels].sum() - positive * (positive + 1) / 2) / (positive * negative))


def origin(name: str) -> str:
    return name.split("_")[0]


def _class_weights(labels: Floats) -> Floats:
    supported = labels.sum()
    return numpy.where(labels == 1, 0.5 / supported, 0.5 / (len(labels) - supported))


def _logistic(design: Floats, labels: Floats, weights: Floats) -> Floats:
    """Newton's method; the penalty leaves out the intercept, the last column."""
    penalty = numpy.diag([RIDGE * weights.sum()] * (design.shape[1] - 1) + [0.0])
    solution = numpy.zeros(design.shape[1])
    for _ in range(50):
        share = 1 / (1 + numpy.exp(-design @ solution))
        gradient = design.T @ (weights * (labels - share)) - penalty @ solution
        curvature = (design * (weights * share * (1 - share))[:, None]).T @ design + penalty
        step = numpy.linalg.solve(curvature, gradient)
        solution += step
        if numpy.abs(step).max() < 1e-8:
            break
    return solution


def _rounded(value: float) -> float:
    return round(float(value), 4)


def read(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text("utf8").splitlines()]


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", type=Path, required=True)
    parser.add_argument("--entailment", type=Path, nargs="+", required=True)
    parser.add_argument("--model", type=Path, help="folder whose support.json gets the weights and figures")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
