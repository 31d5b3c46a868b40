"""Anonymeter's three attacks on tables in CSV files, as one JSON document. Runs in peers/.venv-anonymeter.

    anonymeter_rates.py PEOPLE RELEASED CONTROL ATTACKS SENSITIVE

All columns but the sensitive one are known to the attackers; linkability has the first half of the columns from one table and the
second from another, as `aloof attack` has.
"""

import json
import sys
import warnings

import pandas
from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator


def rates(found):
    results = found.results()
    counts = {"success": results.n_success, "blind": results.n_baseline, "control": results.n_control}
    risk = found.risk()
    return {name: float(count) for name, count in counts.items()} | {"risk": risk.value, "interval": list(risk.ci)}


def main():
    people, released, control = (pandas.read_csv(path) for path in sys.argv[1:4])
    attacks, sensitive = int(sys.argv[4]), sys.argv[5]
    columns = list(people.columns)
    middle = -(-len(columns) // 2)
    halves = (columns[:middle], columns[middle:])
    known = [name for name in columns if name != sensitive]
    warnings.simplefilter("ignore")
    single = SinglingOutEvaluator(ori=people, syn=released, control=control, n_attacks=attacks, n_cols=3, seed=1)
    linked = LinkabilityEvaluator(ori=people, syn=released, control=control, n_attacks=attacks, aux_cols=halves)
    inferred = InferenceEvaluator(
        ori=people, syn=released, control=control, n_attacks=attacks, aux_cols=known, secret=sensitive, regression=True
    )
    json.dump(
        {
            "single-out": rates(single.evaluate(mode="multivariate")),
            "linkability": rates(linked.evaluate(n_jobs=1)),
            "inference": rates(inferred.evaluate(n_jobs=1)),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
