"""Released rows as Spark keeps them: bytes of Arrow streams in pieces, each known by its digest.

Rows that are kept as rows are turned into Spark's own kind of memory twice, there and back; bytes are only kept. They become
rows again when the release is used. A digest proves that what is kept is what was judged.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from aloof import _native
from aloof._errors import as_told, raised
from aloof.spark._plan import FRAGMENT

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

PIECE, BYTES, TOLD = "__aloof_piece", "__aloof_bytes", "__aloof_told"
SCHEMA = f"{FRAGMENT} int, {PIECE} int, {BYTES} binary, {TOLD} string"
#: A piece has about so many bytes.
SIZE = 16 << 20


def packed(table: pyarrow.Table) -> list[bytes]:
    """A table as pieces; each is a stream by itself."""
    import pyarrow

    rows = max(1, table.num_rows * SIZE // max(table.nbytes, 1))
    options = pyarrow.ipc.IpcWriteOptions(compression="lz4")
    pieces = []
    for start in range(0, table.num_rows, rows):
        sink = pyarrow.BufferOutputStream()
        with pyarrow.ipc.new_stream(sink, table.schema, options=options) as stream:
            stream.write_table(table.slice(start, rows))
        pieces.append(sink.getvalue().to_pybytes())
    return pieces


def unpacked(pieces: Iterable[bytes]) -> pyarrow.Table:
    """The table that was packed."""
    import pyarrow

    return pyarrow.concat_tables(pyarrow.ipc.open_stream(piece).read_all() for piece in pieces)


def sealed(fragment: int, pieces: list[bytes], told: dict[str, Any]) -> pyarrow.Table:
    """Pieces as rows for Spark; the first tells how the fragment went, and the digests of all."""
    import pyarrow

    told["digests"] = [hashlib.sha256(piece).hexdigest() for piece in pieces]
    return pyarrow.table({
        FRAGMENT: pyarrow.array([fragment] * len(pieces), pyarrow.int32()),
        PIECE: pyarrow.array(range(len(pieces)), pyarrow.int32()),
        BYTES: pyarrow.array(pieces, pyarrow.binary()),
        TOLD: pyarrow.array([json.dumps(told)] + [None] * (len(pieces) - 1), pyarrow.string()),
    })


def refused(fragment: int, error: _native.AloofError) -> pyarrow.Table:
    """No rows, and why: told as data, since Spark would try a task that raises again and again."""
    return sealed(fragment, [b""], {"refused": as_told(error)})


def rows_of(kept: DataFrame, schema: Any) -> DataFrame:
    """The rows in the pieces that Spark keeps."""

    def unpack(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for piece in batch.column(0):
                yield from unpacked([piece.as_buffer()]).to_batches()

    return kept.select(BYTES).mapInArrow(unpack, schema)


def told_by(kept: DataFrame) -> list[dict[str, Any]]:
    """What every fragment told, its pieces being those that were judged. Raises where they are not, or a fragment was refused."""
    from pyspark.sql import functions as F

    found = kept.select(FRAGMENT, PIECE, F.sha2(BYTES, 256).alias("digest"), TOLD).collect()
    parts = {row[FRAGMENT]: json.loads(row[TOLD]) for row in found if row[TOLD] is not None}
    for _, part in sorted(parts.items()):
        if "refused" in part:
            raise raised(part["refused"])
    wanted = {(at, piece): digest for at, part in parts.items() for piece, digest in enumerate(part.pop("digests"))}
    if len(found) != len(wanted) or {(row[FRAGMENT], row[PIECE]): row["digest"] for row in found} != wanted:
        raise _native.Violation("what Spark keeps of the release is not what was judged")
    return list(parts.values())
