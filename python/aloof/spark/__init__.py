"""The same guarantee on Spark data frames, for tables that outgrow one machine.

::

    import aloof.spark
    release = aloof.spark.anonymize(frame, quasi=["age", "zip"], sensitive="salary", absolute=4500, m=5)
    release.table.write.parquet("release")

How it goes:

1. *counts*: the driver asks for counts, never for rows, and cuts the table by its quasi columns into fragments that are
   feasible each by itself and small enough for a task (``_plan``);
2. *solve* and *judge*: every fragment is solved by the same code as on one machine, through Arrow, and judged in the
   same task before a row of it leaves (``_fragment``); its seed is drawn from the release's seed and the fragment's number,
   so that a task that is tried again gives the same rows;
3. *read back*: what Spark keeps is compared, by its digests, with what was judged (``_pieces``).

Fragments lie apart in quasi space and what they show stays inside of them, so that nobody of one fragment is covered by
a group of another: what holds in every fragment, in either view, holds in the whole.
"""

from __future__ import annotations

from aloof.spark._audit import audit
from aloof.spark._run import Release, anonymize

__all__ = ["Release", "anonymize", "audit"]
