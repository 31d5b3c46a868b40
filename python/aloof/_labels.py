"""What is known of columns besides their values: labels, codes, declared missing values, as pyreadstat hands them over.

They travel as metadata of Arrow's fields (``aloof.label`` and so on), and mean what they mean in a file of SPSS or Stata.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import pyarrow

#: What pyreadstat calls it, and what others do.
_NAMES = {
    "labels": ("column_names_to_labels", "variable_labels"),
    "codes": ("variable_value_labels", "value_labels"),
    "ranges": ("missing_ranges",),
    "lost": ("missing_user_values",),
    "formats": ("original_variable_types",),
    "scales": ("variable_measure",),
    "stored": ("readstat_variable_types",),
}
_SCALES = {"nominal": "nominal", "ordinal": "ordinal", "scale": "metric", "metric": "metric"}


class Codebook:
    """What is known of the columns of a table, each by its name.

    >>> Codebook({"missing_ranges": {"pay": [-9, {"lo": 90, "hi": 99}]}}).of("pay")
    {'aloof.missing': '["-9", {"low": "90", "high": "99"}]'}
    """

    def __init__(self, said: Any):
        words: Mapping[str, Any] = said if isinstance(said, Mapping) else vars(said)
        found = {what: next((words[name] for name in names if words.get(name)), None) for what, names in _NAMES.items()}
        self._said = {what: value for what, value in found.items() if isinstance(value, Mapping) and value}

    def __bool__(self) -> bool:
        return bool(self._said)

    def _get(self, what: str, column: str) -> Any:
        return self._said.get(what, {}).get(column)

    def of(self, column: str, texts: bool = False) -> dict[str, str]:
        """What is known of a column, as metadata of its field; codes that are numbers say nothing of a column of ``texts``."""
        said = {
            "aloof.label": self._get("labels", column),
            "aloof.value_labels": self._codes(column, texts),
            "aloof.missing": self._missing(column),
            "aloof.format": self._get("formats", column),
            "aloof.scale": _SCALES.get(str(self._get("scales", column))),
        }
        return {key: str(value) for key, value in said.items() if value}

    def _codes(self, column: str, texts: bool) -> str | None:
        codes = self._get("codes", column) or {}
        if texts and not all(isinstance(code, str) for code in codes):
            return None
        # Letters among numbers are extended missing values, which Stata writes `.a`.
        lost = "" if texts else "."
        # In the order of the codes, letters behind numbers, as files are read.
        ordered = sorted(codes.items(), key=lambda pair: (isinstance(pair[0], str), pair[0]))
        pairs = [(f"{lost}{code}" if isinstance(code, str) else _text(code), str(label)) for code, label in ordered]
        return json.dumps(pairs, ensure_ascii=False) if pairs else None

    def _missing(self, column: str) -> str | None:
        found = [_declared(one) for one in self._get("ranges", column) or []]
        return json.dumps(found, ensure_ascii=False) if found else None

    def prepared(self, frame: pandas.DataFrame) -> pandas.DataFrame:
        """The frame with values as they stood in the file: extended missing values are missing, and floats of four bytes are
        such again, since 0.1 of four bytes is no 0.1 of eight."""
        changed = {}
        for name in frame.columns:
            lost, values = self._get("lost", name), frame[name]
            if lost and values.dtype == object:
                import pandas

                changed[name] = pandas.to_numeric(values.mask(values.isin(list(lost))))
                values = changed[name]
            if self._get("stored", name) == "float" and str(values.dtype) == "float64":
                changed[name] = values.astype("float32")
        return frame.assign(**changed) if changed else frame

    def written_on(self, table: pyarrow.Table) -> pyarrow.Table:
        """The table with all this as metadata of its fields."""
        import pyarrow

        fields = []
        for field in table.schema:
            kind = field.type.value_type if pyarrow.types.is_dictionary(field.type) else field.type
            is_text = not (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind) or pyarrow.types.is_decimal(kind))
            said = self.of(field.name, texts=is_text)
            fields.append(field.with_metadata({**(field.metadata or {}), **said}) if said else field)
        return table.cast(pyarrow.schema(fields, metadata=table.schema.metadata))


def _declared(one: Any) -> Any:
    if not isinstance(one, Mapping):
        return _text(one)
    low, high = one.get("lo"), one.get("hi")
    if low == high:
        return _text(low)
    return {"low": _end(low), "high": _end(high)}


def _end(value: Any) -> str | None:
    """The end of a range; one beyond all numbers is open."""
    return None if value is None or math.isinf(value) or abs(value) >= 1e308 else _text(value)


def _text(code: Any) -> str:
    """A code as the text of a value: 1.0 is 1.

    >>> _text(1.0), _text(0.1), _text(-9), _text("N")
    ('1', '0.1', '-9', 'N')
    """
    if isinstance(code, str):
        return code
    exact = Decimal(str(code))
    return format(exact.normalize() + 0, "f") if exact else "0"


def is_metadata(said: Any) -> bool:
    """Whether it is what pyreadstat returns beside a frame."""
    return hasattr(said, "column_names_to_labels") and hasattr(said, "variable_value_labels")
