"""The functions of the package: each takes a table and a policy, and returns an object."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._errors import ours
from aloof._policy import PolicyLike, load
from aloof._progress import Progress, told
from aloof._results import Advice, Attack, Audit, Comparison, Evaluation, Inspection, Release
from aloof._tables import Table, as_input, files

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from aloof._policy import PolicyWords


@ours
def inspect(
    data: Any,
    *,
    missing: Sequence[str] = (),
    encoding: str | None = None,
    decimal: str | None = None,
    date: str | None = None,
    progress: Progress = None,
    threads: int | None = None,
) -> Inspection:
    """What is in a table, and which columns look identifying or sensitive.

    ``encoding`` is that of a text file; ``decimal`` (``","`` or ``"."``) and ``date`` (such as ``"d/m/y"``) decide where a column
    can be read in two ways.

    >>> import aloof
    >>> found = aloof.inspect(aloof.generate(500, seed=1))
    >>> [column.name for column in found.columns if column.role == "sensitive"]
    ['income']
    """
    with told(progress) as tell:
        fields, policy = _native.inspect(as_input(data), list(missing), (encoding, decimal, date), tell, threads)
    return Inspection(json.loads(fields), policy)


@ours
def advise(
    data: Any,
    policy: PolicyLike = None,
    *,
    price: bool = False,
    seed: int | str | None = None,
    progress: Progress = None,
    threads: int | None = None,
    **words: Unpack[PolicyWords],
) -> Advice:
    """What can be promised, before anything is changed; with ``price=True`` also what it would cost.

    ``price`` of the answer then holds, for every promise of a ``grid`` around the one that is asked for, the ``loss``, the
    error of count queries and that of means that a release would have, each with what it lies between nine times in ten. With
    nothing to protect the grid lies around a proposal. ``seed`` says which release is meant where all rows are tried.

    >>> import aloof
    >>> people = aloof.generate(500, seed=1)
    >>> advice = aloof.advise(people, quasi=["age"], sensitive="income", absolute=4500, m=2)
    >>> advice.checks[0].principle, advice.checks[0].view, advice.feasible
    ('epsilon-m', 'register', True)
    """
    table = as_input(data)
    loaded = load(policy, words, table)
    with told(progress) as tell:
        secret = None if seed is None else str(seed)
        fields, page = _native.advise(table, loaded, tell, threads, price, secret)
    return Advice(json.loads(fields), page, files(table) + loaded.files())


@ours
def anonymize(
    data: Any,
    policy: PolicyLike = None,
    *,
    seed: int | str | None = None,
    private: str | PathLike[str] | None = None,
    hold_out: Any = None,
    progress: Progress = None,
    threads: int | None = None,
    **words: Unpack[PolicyWords],
) -> Release:
    """Makes a release, audits it against the original, and hands it over.

    The same policy and seed make the same release as ``aloof anonymize --seed`` does; without a seed, chance comes from
    the key in ``private``, the private directory of an earlier release, and else from the operating system. With ``time_limit``
    (``"60s"``, or a number of seconds) the best that was found within it is released; :meth:`Release.save` records in its private
    directory how far the search came, and a later call with that as ``private`` makes the same release again. ``hold_out="0.1"``
    first sets a tenth of all people aside, by chance: :meth:`Release.save` writes them into its private directory, and
    :func:`attack` compares with them. Raises
    :class:`aloof.Infeasible` when what is asked is impossible for these data; ``nearest`` then says what is possible.

    >>> import aloof
    >>> people = aloof.generate(500, seed=1)
    >>> aloof.anonymize(people, quasi=["age"], sensitive="income", k=10, seed=1).suppressed
    0
    >>> try:
    ...     aloof.anonymize(people, quasi=["age"], sensitive="income", absolute=4500, m=400)
    ... except aloof.Infeasible as error:
    ...     error.nearest["max_m"] < 400
    True
    """
    table = as_input(data)
    loaded = load(policy, words, table)
    with told(progress) as tell:
        secret = None if seed is None else str(seed)
        share = None if hold_out is None else str(hold_out)
        return Release(_native.anonymize(table, loaded, secret, private, share, tell, threads))


@ours
def audit(
    data: Any,
    policy: PolicyLike = None,
    *,
    original: Any = None,
    epsilons: Sequence[Any] = (),
    show_values: bool = False,
    violations: bool = False,
    population: Any = None,
    progress: Progress = None,
    threads: int | None = None,
    **words: Unpack[PolicyWords],
) -> Audit:
    """Checks any table, from this package or another, against a policy; with nothing to protect, measures all it can.

    ``data`` may be a :class:`aloof.Release`, a table, or a path. The register view, which is the default, is judged from that
    alone. ``original`` is the table it was made from: with it the audit also says whether every row is true, and judges the
    candidates view where that is not implied. ``violations=True`` collects the violating rows. ``population`` is a table of
    everybody who could be in this one: how likely each of them is to be in it is measured, too.

    >>> import aloof, pyarrow
    >>> published = pyarrow.table({"age": ["17..24"] * 4, "salary": [1000, 1010, 1020, 50000]})
    >>> found = aloof.audit(published, quasi="age", sensitive="salary", absolute=100, m=2)
    >>> found.verdict, found.checks[0].view, found.checks[0].worst_risk
    ('fail', 'register', '3/4')
    """
    table = as_input(data)
    before = None if original is None else as_input(original, "original")
    people = None if population is None else as_input(population, "population")
    loaded = load(policy, words, table if before is None else before)
    lengths = [str(epsilon) for epsilon in epsilons]
    with told(progress) as tell:
        fields, rows = _native.audit(table, loaded, before, lengths, show_values, violations, tell, threads, people)
    return Audit(json.loads(fields), rows)


@ours
def evaluate(
    original: Any,
    release: Any,
    policy: PolicyLike = None,
    *,
    queries: int = 1000,
    seed: int = 1,
    clusters: int = 5,
    private: str | PathLike[str] | None = None,
    key: str | None = None,
    same_order: bool = False,
    progress: Progress = None,
    threads: int | None = None,
    **words: Unpack[PolicyWords],
) -> Evaluation:
    """What a release still tells: loss, how well it answers count queries, how far its distributions lie from the original.

    Distortion and the error of clusters need to know whose row is whose: by the directory ``private`` that was made with
    the release, by a column ``key`` that stands in both, or because both tables stand in the ``same_order``.

    >>> import aloof
    >>> people = aloof.generate(500, seed=1)
    >>> release = aloof.anonymize(people, quasi=["age"], sensitive="income", k=10, seed=1)
    >>> told = aloof.evaluate(people, release, quasi=["age"], sensitive="income", queries=10)
    >>> 0 < told.loss < 1
    True
    """
    before = as_input(original, "original")
    loaded = load(policy, words, before)
    rows = _whose(private, key, same_order)
    with told(progress) as tell:
        after = as_input(release, "release")
        fields = _native.evaluate(before, after, loaded, queries, seed, clusters, rows, tell, threads)
    return Evaluation(json.loads(fields))


@ours
def attack(
    release: Any,
    original: Any,
    policy: PolicyLike = None,
    *,
    control: Any = None,
    previous: Sequence[Any] = (),
    private: str | PathLike[str] | None = None,
    only: Sequence[str] = (),
    seed: int = 1,
    progress: Progress = None,
    threads: int | None = None,
    **words: Unpack[PolicyWords],
) -> Attack:
    """What attackers get out of a release: each attack beside a blind guess and people of whom the release holds nothing.

    ``control`` is a table of such people; with the directory ``private`` that was made with the release it is those whom
    ``hold_out`` held out, and it is known who stands where. ``previous`` are earlier releases of the same people, and ``only``
    names the attacks to run.

    >>> import aloof
    >>> people = aloof.generate(500, seed=1)
    >>> words = {"quasi": ["age"], "sensitive": "income", "absolute": 4500, "m": 3}
    >>> release = aloof.anonymize(people, seed=1, **words)
    >>> found = aloof.attack(release, people, only=["centre"], **words)
    >>> [(one.attack, one.variant, one.facts[0].value) for one in found.attacks]
    [('centre', 'group', 0.0), ('centre', 'candidates', 0.0)]
    """
    before = as_input(original, "original")
    loaded = load(policy, words, before)
    after = as_input(release, "release")
    others = None if control is None else as_input(control, "control")
    older = [as_input(one, "previous") for one in previous]
    with told(progress) as tell:
        fields, page = _native.attack(after, before, loaded, others, older, private, list(only), seed, tell, threads)
    return Attack(json.loads(fields), page, files(before, after) + loaded.files())


def _whose(private: str | PathLike[str] | None, key: str | None, same_order: bool) -> tuple[str, str] | None:
    """How it is known whose row is whose."""
    given = [("private", private), ("key", key), ("same_order", "" if same_order else None)]
    known = [(by, str(what)) for by, what in given if what is not None]
    if len(known) > 1:
        raise _native.CallError(f"only one of `private`, `key` and `same_order` can say whose row is whose; given: {len(known)}")
    return known[0] if known else None


@ours
def compare(
    original: Any,
    releases: Mapping[str, Any] | Sequence[Any],
    policy: PolicyLike = None,
    *,
    queries: int = 1000,
    seed: int = 1,
    progress: Progress = None,
    threads: int | None = None,
    **words: Unpack[PolicyWords],
) -> Comparison:
    """Several releases of one table side by side: what each gives away, and what each lost.

    >>> import aloof
    >>> people = aloof.generate(500, seed=1)
    >>> words = {"quasi": ["age"], "sensitive": "income"}
    >>> made = {str(k): aloof.anonymize(people, k=k, seed=1, **words) for k in (5, 50)}
    >>> found = aloof.compare(people, made, k=5, queries=10, **words)
    >>> [release.name for release in found.releases]
    ['5', '50']
    """
    before = as_input(original, "original")
    loaded = load(policy, words, before)
    named = releases if isinstance(releases, Mapping) else {f"release {at + 1}": one for at, one in enumerate(releases)}
    tables = [(str(name), as_input(release, str(name))) for name, release in named.items()]
    with told(progress) as tell:
        fields, page = _native.compare(before, tables, loaded, queries, seed, tell, threads)
    read = files(before, *(table for _, table in tables))
    return Comparison(json.loads(fields), page, read + loaded.files())


@ours
def generate(rows: int = 10_000, *, seed: int = 1) -> Table:
    """A census-like table of our own making: the same seed makes the same people.

    >>> import aloof
    >>> aloof.generate(5, seed=1).column_names[:3]
    ['age', 'birthplace', 'occupation']
    """
    return Table(_native.generate(rows, seed))
