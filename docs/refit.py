#!/usr/bin/env python3
"""Fits the costs of a run of `reglette balance` again, from its meetings.csv alone.

    python3 docs/refit.py results/012-balance            # fits and prints the costs beside those of the run
    python3 docs/refit.py results/012-balance --check    # and fails where they differ

It needs Python 3.8 or newer and nothing else, and reads like a notebook: each part is a step of docs/statistics.md
("What troops are worth"). meetings.csv gives the data, costs.csv the list costs, covariance.csv the names of the
features that the run kept; worths, covariances and costs in both are only compared with.
"""

import csv
import math
import sys
from collections import defaultdict
from pathlib import Path

FLOOR = 0.1  # no cost is below this share of the list


# 1. Reading. One logistic regression for each bot and budget, over the meetings of the steps that are pooled.


def rows(folder, name):
    with open(Path(folder, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def by_block(table):
    blocks = defaultdict(list)
    for row in table:
        blocks[row["bot"], row["budget"]].append(row)
    return blocks


def games_of(meetings, names):
    """For each game its features (place and value where not 0), the score of the first army, and its meeting."""
    games = []
    for row in meetings:
        if row["purpose"] != "fit" or row["pooled"] != "true":
            continue
        differences = {}
        for place, name in enumerate(names):
            if "first:" + name in row:
                differences[place] = int(row["first:" + name]) - int(row["second:" + name])
        for end, red in (("", 1.0), ("_swapped", -1.0)):
            features = dict(differences)
            if "first_move" in names:
                features[names.index("first_move")] = {"first": 1.0, "second": -1.0, "": 0.0}[row["began" + end]]
            if "red_seat" in names:
                features[names.index("red_seat")] = red
            sparse = [(place, float(value)) for place, value in sorted(features.items()) if value]
            games.append((sparse, float(row["score" + end]), (row["step"], row["meeting"])))
    return games


# 2. A little linear algebra.


def inverse(matrix):
    """Gauss and Jordan, with the largest pivot of each column."""
    size = len(matrix)
    work = [list(row) + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(work[row][column]))
        work[column], work[pivot] = work[pivot], work[column]
        scale = work[column][column]
        work[column] = [value / scale for value in work[column]]
        for row in range(size):
            if row != column and work[row][column]:
                factor = work[row][column]
                work[row] = [value - factor * other for value, other in zip(work[row], work[column])]
    return [row[size:] for row in work]


def product(one, other):
    columns = list(zip(*other))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in one]


def dot(one, other):
    return sum(a * b for a, b in zip(one, other))


# 3. The regression: the odds that an army wins are e to the power of the difference of strengths.


def chance(features, worths):
    return 1.0 / (1.0 + math.exp(-sum(value * worths[place] for place, value in features)))


def curve_of(games, worths):
    size = len(worths)
    slope, curve = [0.0] * size, [[0.0] * size for _ in range(size)]
    for features, score, _ in games:
        p = chance(features, worths)
        for place, value in features:
            slope[place] += (score - p) * value
            for other, more in features:
                curve[place][other] += p * (1.0 - p) * value * more
    return slope, curve


def fitted(games, size):
    """Worths by Newton's method, with the covariance clustered by meeting (Liang and Zeger, 1986)."""
    worths = [0.0] * size
    for _ in range(50):
        slope, curve = curve_of(games, worths)
        step = [dot(row, slope) for row in inverse(curve)]
        worths = [worth + move for worth, move in zip(worths, step)]
        if max(abs(move) for move in step) < 1e-12:
            break
    bread = inverse(curve_of(games, worths)[1])
    clusters = defaultdict(lambda: [0.0] * size)
    for features, score, meeting in games:
        surplus = score - chance(features, worths)
        for place, value in features:
            clusters[meeting][place] += surplus * value
    scatter = [[0.0] * size for _ in range(size)]
    for scores in clusters.values():
        held = [(place, value) for place, value in enumerate(scores) if value]
        for place, value in held:
            for other, more in held:
                scatter[place][other] += value * more
    number, groups = len(games), len(clusters)
    correction = groups / (groups - 1) * (number - 1) / (number - size)
    covariance = product(product(bread, scatter), bread)
    return worths, [[value * correction for value in row] for row in covariance], groups


# 4. From worths to costs: the mean army costs what it does by the list, and no troop less than its floor.


def floor_of(cost):
    return math.floor(FLOOR * cost * 100.0 + 0.5) / 100.0


def scale_of(worths, list_costs, mean_army):
    """Which troops are at the floor, the points of the others in the mean army, and what a point is worth."""
    floored = {troop for troop, worth in worths.items() if worth <= 0.0}
    while True:
        points = sum(n * (list_costs[troop] - (floor_of(list_costs[troop]) if troop in floored else 0.0)) for troop, n in mean_army.items())
        point = sum(n * worths[troop] for troop, n in mean_army.items() if troop not in floored) / points
        below = {troop for troop, worth in worths.items() if worth < floor_of(list_costs[troop]) * point} - floored
        if not below:
            return floored, points, point
        floored |= below


def student_95(freedom):
    """Student's quantile for 95 %, by bisection of the integral of its density (Simpson's rule)."""
    front = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    density = lambda t: front * math.exp(-(freedom + 1) / 2 * math.log1p(t * t / freedom))
    simpson = lambda end, n=2000: end / n / 3 * sum((1 if i in (0, n) else 4 if i % 2 else 2) * density(end * i / n) for i in range(n + 1))
    low, high = 0.0, 50.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if simpson(middle) < 0.475 else (low, middle)
    return low


def fieller(above, below, variance_above, variance_below, covariance, quantile):
    """A quotient of two estimates with its interval (Fieller, 1954)."""
    s = quantile * quantile
    a, b, c = below * below - s * variance_below, above * below - s * covariance, above * above - s * variance_above
    root = math.sqrt(max(0.0, b * b - a * c))
    return above / below, (b - root) / a, (b + root) / a


def costs_of(meetings, names, list_costs):
    games = games_of(meetings, names)
    worths, covariance, groups = fitted(games, len(names))
    of_fit = [row for row in meetings if row["purpose"] == "fit" and row["pooled"] == "true"]
    troops = [place for place, name in enumerate(names) if name in list_costs]
    armies = 2 * len(of_fit)
    mean_army = {
        names[place]: sum(int(row[army + names[place]]) for row in of_fit for army in ("first:", "second:")) / armies
        for place in troops
    }
    floored, points, point = scale_of({names[place]: worths[place] for place in troops}, list_costs, mean_army)
    weights = [mean_army[name] / points if name in mean_army and name not in floored else 0.0 for name in names]
    together = [dot(row, weights) for row in covariance]
    quantile = student_95(groups - 1)
    costs = {
        names[place]: fieller(worths[place], point, covariance[place][place], dot(weights, together), together[place], quantile)
        for place in troops
    }
    return worths, covariance, costs, floored


# 5. The comparison with what the run wrote.


def compare(folder):
    """Prints the costs, and returns what differs by more than rounding."""
    faults = []

    def like(what, ours, written, digit):
        # Quantiles of Student's distribution are good to five digits in the run.
        if abs(ours - written) > 0.51 * digit + 1e-5 * abs(written):
            faults.append(f"{what}: {ours} here, {written} in the run")

    blocks = {name: by_block(rows(folder, name)) for name in ("meetings.csv", "costs.csv", "covariance.csv")}
    for block, covariances in blocks["covariance.csv"].items():
        names = list(dict.fromkeys(row["name"] for row in covariances))
        told = {row["name"]: row for row in blocks["costs.csv"][block] if row["entity"] == "troop"}
        list_costs = {name: float(row["list_cost"]) for name, row in told.items()}
        worths, covariance, costs, floored = costs_of(blocks["meetings.csv"][block], names, list_costs)
        print(f"{block[0]}, {float(block[1]):g} points")
        for name, (fair, low, high) in costs.items():
            row = told[name]
            print(f"  {name:<32} {fair:8.4f} ({low:.4f} to {high:.4f})   run: {row['fair_cost']} ({row['fair_low']} to {row['fair_high']})")
            for column, value in (("fair_cost", fair), ("fair_low", low), ("fair_high", high)):
                like(f"{name}, {column}", value, float(row[column]), 1e-4)
            like(f"{name}, worth", worths[names.index(name)], float(row["worth"]), 1e-6)
            if (row["at_floor"] == "true") != (name in floored):
                faults.append(f"{name}: at the floor here or in the run, not in both")
        for row in covariances:
            ours, written = covariance[names.index(row["name"])][names.index(row["other"])], float(row["covariance"])
            size = math.sqrt(covariance[names.index(row["name"])][names.index(row["name"])])
            size *= math.sqrt(covariance[names.index(row["other"])][names.index(row["other"])])
            like(f"covariance of {row['name']} and {row['other']}", ours / size, written / size, 1e-6)
    return faults


def main(arguments):
    check = "--check" in arguments
    folders = [argument for argument in arguments if not argument.startswith("--")]
    if len(folders) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    missing = [name for name in ("meetings.csv", "costs.csv", "covariance.csv") if not Path(folders[0], name).is_file()]
    if missing:
        print(f"{folders[0]}: no {', '.join(missing)}; expected the folder of a finished run of balance", file=sys.stderr)
        return 2
    faults = compare(folders[0])
    print("\n".join(faults) if faults else "The costs, worths and covariances are those of the run.")
    return 1 if check and faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
