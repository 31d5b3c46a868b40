"""Proximity privacy for tables about people.

A table about people is published with its quasi-identifiers generalized, so that groups of people look alike. But when
all of a group earn about 30,000, the group tells everyone that you earn about 30,000. This package makes releases in
which no group does, and finds the groups that do in the releases of others, exactly.

>>> import aloof
>>> people = aloof.generate(2_000, seed=7)
>>> release = aloof.anonymize(people, quasi=["age", "birthplace"], sensitive="income", absolute=4500, m=4, seed=7)
>>> release.audit.verdict
'pass'
>>> release.table.num_rows
2000
>>> release.table.column_names
['age', 'birthplace', 'income']

Tables are whatever speaks the Arrow C data interface (pandas, polars, pyarrow, DuckDB results), what pyreadstat returns, what
:func:`query` gets from a database, or the path of a file or of a release. Policies are the path of a TOML file, a dict of the
same shape, or keywords as above.
"""

from __future__ import annotations

from aloof._api import advise, anonymize, attack, audit, compare, evaluate, generate, inspect
from aloof._distance import Distance
from aloof._native import AloofError, CallError, DataError, Infeasible, PolicyError, Violation, __version__
from aloof._queries import query
from aloof._reading import ReleasedTable, read_release
from aloof._results import Advice, Attack, Audit, Comparison, Evaluation, Inspection, Record, Release
from aloof._tables import Table

__all__ = [
    "Advice",
    "AloofError",
    "Attack",
    "Audit",
    "CallError",
    "Comparison",
    "DataError",
    "Distance",
    "Evaluation",
    "Infeasible",
    "Inspection",
    "PolicyError",
    "Record",
    "Release",
    "ReleasedTable",
    "Table",
    "Violation",
    "__version__",
    "advise",
    "anonymize",
    "attack",
    "audit",
    "compare",
    "evaluate",
    "generate",
    "inspect",
    "query",
    "read_release",
]
