"""Records values of the statistics in packages/curation by other implementations (scipy, statsmodels, plain Python).

Run from the checkout's root: .venv/bin/python scripts/python/record-statistics.py
Writes packages/curation/src/fixtures/statistics.json, which the tests beside the statistics read.
"""

import json
import math
from pathlib import Path

import numpy as np
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.power import NormalIndPower, normal_power
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

rng = np.random.default_rng(20261130)


def floats(values):
    return [float(value) for value in values]


def sign_flip(differences):
    result = stats.permutation_test(
        (np.array(differences),), np.mean, permutation_type="samples", alternative="greater", n_resamples=np.inf
    )
    return float(result.pvalue)


def two_sample(having, without):
    result = stats.permutation_test(
        (np.array(having), np.array(without)),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        permutation_type="independent",
        alternative="greater",
        n_resamples=np.inf,
        vectorized=True,
    )
    return float(result.pvalue)


def two_sample_lower(having, without, alpha):
    """The lower bound by bisecting the shift, an arrangement at a time with scipy."""
    low, high = -300.0, 300.0
    if two_sample([value - low for value in having], without) > alpha + 1e-12:
        return None
    for _ in range(50):
        middle = (low + high) / 2
        if two_sample([value - middle for value in having], without) <= alpha + 1e-12:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def mid_p(gained, lost):
    pairs, least = gained + lost, min(gained, lost)
    return float(min(1, 2 * stats.binom.cdf(least, pairs, 0.5) - stats.binom.pmf(least, pairs, 0.5)))


def paired_newcombe(both, gained, lost, neither):
    n = both + gained + lost + neither
    p1, p0 = (both + gained) / n, (both + lost) / n
    l1, u1 = proportion_confint(both + gained, n, method="wilson")
    l0, u0 = proportion_confint(both + lost, n, method="wilson")
    margins = (both + gained) * (lost + neither) * (both + lost) * (gained + neither)
    determinant = both * neither - gained * lost
    top = max(determinant - n / 2, 0) if determinant > 0 else determinant
    phi = 0 if margins == 0 else top / math.sqrt(margins)
    lower = (p1 - l1) ** 2 - 2 * phi * (p1 - l1) * (u0 - p0) + (u0 - p0) ** 2
    upper = (p0 - l0) ** 2 - 2 * phi * (p0 - l0) * (u1 - p1) + (u1 - p1) ** 2
    return [p1 - p0 - math.sqrt(lower), p1 - p0 + math.sqrt(upper)]


def betting(outcomes, effect, alpha):
    """log-wealth with explicit histories; stops at 1/alpha."""
    log_wealth = 0.0
    history, centres = [], []
    for at, outcome in enumerate(outcomes, 1):
        mean = max(effect, (10 * effect + sum(history)) / (10 + len(history)))
        squares = sum((past - centre) ** 2 for past, centre in zip(history, centres))
        variance = (10 * 0.0625 + squares) / (10 + len(history))
        log_wealth += math.log1p(min(0.9, mean / (variance + mean**2)) * outcome)
        if log_wealth >= -math.log(alpha):
            return {"eValue": math.exp(log_wealth), "crossedAt": at}
        history.append(outcome)
        centres.append(mean)
    return {"eValue": math.exp(log_wealth), "crossedAt": None}


def bootstrap(values):
    sample = np.array(values)
    share = stats.norm.cdf(math.sqrt(len(values) / (len(values) - 1)) * stats.t.ppf(0.05, len(values) - 1))
    result = stats.bootstrap(
        (sample,), np.mean, n_resamples=50_000, method="percentile", confidence_level=1 - 2 * share, rng=rng
    )
    return {
        "values": floats(values),
        "se": float(result.standard_error) * math.sqrt(len(values) / (len(values) - 1)),
        "lowerBound": float(result.confidence_interval.low),
        "upperBound": float(result.confidence_interval.high),
    }


def cluster_bootstrap(clusters, draws=50_000):
    """Whole clusters of unequal size are drawn; the mean is over all tasks of a draw."""
    own = np.random.default_rng(7)
    n = len(clusters)
    sums, sizes = np.array([sum(each) for each in clusters]), np.array([len(each) for each in clusters])
    picks = own.integers(0, n, size=(draws, n))
    means = sums[picks].sum(axis=1) / sizes[picks].sum(axis=1)
    correction = math.sqrt(n / (n - 1))
    share = stats.norm.cdf(correction * stats.t.ppf(0.05, n - 1))
    lower, upper = np.quantile(means, [share, 1 - share])
    return {
        "clusters": [floats(each) for each in clusters],
        "se": float(means.std(ddof=1)) * correction,
        "lowerBound": float(lower),
        "upperBound": float(upper),
    }


clusters = [
    [[5, -10, 20], [0, 0], [30], [-5, 5, 10, 15, -20], [8, 12, 4], [-15, 25]],
    [floats(np.round(np.random.default_rng(at).normal(at - 4, 15, 3 + 4 * (at % 3)), 1)) for at in range(12)],
]
differences = [floats(np.round(rng.normal(3, 20, n), 1)) for n in (2, 5, 9, 14)] + [[0, 0, 5, -5, 5, 10]]
samples = [
    ([60, 70, 80], [40, 50, 55]),
    ([60, 50, 80], [40, 50, 55]),
    ([100, 100, 100, 0], [0, 0, 100]),
    (floats(np.round(rng.normal(55, 20, 5), 1)), floats(np.round(rng.normal(40, 20, 6), 1))),
]
outcomes = [floats(np.round(rng.normal(mean, 0.25, n).clip(-1, 1), 3)) for mean, n in ((0, 60), (0.1, 200), (-0.1, 80))]
p_values = [[0.01, 0.04, 0.03, 0.005], [0.5], floats(np.round(rng.uniform(size=12) ** 2, 4)), [0.02, 0.02, 1, 1]]
e_values = [[30, 2, 0.5, 100], [0.1, 0.2], [1, 20, 20, 3, 400]]

golden = {
    "made_with": f"scipy {scipy.__version__}, statsmodels {statsmodels.__version__}, numpy {np.__version__}",
    "normal": [{"z": z, "cdf": float(stats.norm.cdf(z))} for z in (-6, -1.96, -0.3, 0, 0.7, 1.645, 4)],
    "student": [
        {"share": share, "freedom": freedom, "quantile": float(stats.t.ppf(share, freedom))}
        for share in (0.025, 0.05, 0.95, 0.975)
        for freedom in (1, 2, 3, 5, 9, 30, 200)
    ],
    "sign_flip": [{"differences": each, "p": sign_flip(each)} for each in differences],
    "two_sample": [
        {"having": a, "without": b, "p": two_sample(a, b), "lower": two_sample_lower(a, b, 0.05)} for a, b in samples
    ],
    "mcnemar": [{"gained": a, "lost": b, "p": mid_p(a, b)} for a, b in ((0, 0), (1, 0), (5, 5), (10, 3), (2, 9), (120, 90))],
    "wilson": [
        {"successes": k, "trials": n, "interval": floats(proportion_confint(k, n, method="wilson"))}
        for k, n in ((0, 10), (3, 10), (10, 10), (28, 275), (450, 500))
    ],
    "newcombe": [
        {"a": [k1, n1], "b": [k0, n0], "interval": floats(confint_proportions_2indep(k1, n1, k0, n0, method="newcomb"))}
        for k1, n1, k0, n0 in ((56, 70, 48, 80), (9, 10, 3, 10), (33, 276, 28, 275))
    ],
    "newcombe_paired": [
        {"counts": list(counts), "interval": paired_newcombe(*counts)}
        for counts in ((18, 15, 10, 232), (36, 12, 2, 0), (0, 5, 1, 20), (10, 0, 0, 10))
    ],
    "benjamini_hochberg": [{"p": each, "q": floats(stats.false_discovery_control(each))} for each in p_values],
    "e_bh": [
        {"e": each, "q": floats(stats.false_discovery_control([min(1.0, 1 / value) for value in each]))}
        for each in e_values
    ],
    "pass_at_k": [
        {
            "n": n,
            "c": c,
            "k": k,
            "at": 1 - math.comb(n - c, k) / math.comb(n, k),
            "hat": math.comb(c, k) / math.comb(n, k),
        }
        for n, c, k in ((5, 0, 1), (5, 2, 1), (5, 2, 3), (10, 7, 5), (200, 13, 100), (4, 4, 4))
    ],
    "power": [
        {
            "effect": effect,
            "deviation": deviation,
            "pairs": pairs,
            "power": float(normal_power(effect / deviation, pairs, 0.05, alternative="larger")),
            "needed": float(
                NormalIndPower(ddof=0).solve_power(effect / deviation, alpha=0.05, power=0.8, ratio=0, alternative="larger")
            ),
        }
        for effect, deviation, pairs in ((3, 25, 100), (10, 25, 50), (1, 10, 400))
    ],
    "betting": [
        {"outcomes": each, "effect": 0.03, "alpha": 0.05, **betting(each, 0.03, 0.05)} for each in outcomes
    ],
    "bootstrap": [bootstrap(np.round(rng.normal(3, 20, n), 1)) for n in (6, 20, 60)],
    "cluster_bootstrap": [cluster_bootstrap(each) for each in clusters],
}

target = Path("packages/curation/src/fixtures/statistics.json")
target.write_text(json.dumps(golden, indent=1) + "\n")
print(f"wrote {target}")
