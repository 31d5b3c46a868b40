// A small file of Stata (format 114) with labels of variables and values.

const TYPES = { byte: [251, 1], int: [252, 2], long: [253, 4] };

/** Text in a field of so many bytes, ended by a zero. */
const padded = (text, size) => { const field = Buffer.alloc(size); field.write(text, "latin1"); return field; };
const number = (value, size) => { const bytes = Buffer.alloc(size); bytes.writeIntLE(value, 0, size); return bytes; };

/** Columns: name, type, label, and labels of values by their codes. */
export function dta(columns, rows) {
  const many = columns.length;
  const header = Buffer.concat([Buffer.from([114, 2, 1, 0]), number(many, 2), number(rows.length, 4), padded("people who do not exist", 81), padded("18 Nov 2026 12:00", 18)]);
  const described = Buffer.concat([
    Buffer.from(columns.map((column) => TYPES[column.type][0])),
    ...columns.map((column) => padded(column.name, 33)),
    Buffer.alloc((many + 1) * 2),
    ...columns.map(() => padded("%8.0g", 49)),
    ...columns.map((column) => padded(column.values ? column.name : "", 33)),
    ...columns.map((column) => padded(column.label ?? "", 81)),
    Buffer.alloc(5),
  ]);
  const data = Buffer.concat(rows.flatMap((row) => row.map((value, at) => number(value, TYPES[columns[at].type][1]))));
  return Buffer.concat([header, described, data, ...columns.filter((column) => column.values).map(labels)]);
}

function labels({ name, values }) {
  const codes = Object.keys(values).map(Number);
  const texts = codes.map((code) => Buffer.from(`${values[code]}\0`, "latin1"));
  const starts = texts.map((_, at) => texts.slice(0, at).reduce((sum, text) => sum + text.length, 0));
  const text = Buffer.concat(texts);
  const table = Buffer.concat([number(codes.length, 4), number(text.length, 4), ...starts.map((start) => number(start, 4)), ...codes.map((code) => number(code, 4)), text]);
  return Buffer.concat([number(table.length, 4), padded(name, 33), Buffer.alloc(3), table]);
}
