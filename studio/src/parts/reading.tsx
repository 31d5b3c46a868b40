// How a table is read: types, what means missing, how numbers and dates are written.
import { useState } from "preact/hooks";
import type { Json } from "../api.ts";
import type { ColumnWords, Policy } from "../policy.ts";
import { useProject } from "../store.ts";
import { t } from "../text.ts";
import { columnWords, withColumn, type Word } from "../words.ts";

const text = t.open;
/** Roles whose values are read. */
const READ = ["quasi", "sensitive", "keep"];

type Said = Partial<ColumnWords>;
interface Missing { codes: string[]; then: string; similar: string }

/** A policy has one word for both where one is enough. */
function missingOf(words: Said): Missing {
  const said = words.missing as Word;
  const [codes, then, similar] = Array.isArray(said) ? [said, "", ""] : typeof said === "string" ? [[], said, ""] : [(said as Json)?.codes ?? [], (said as Json)?.then ?? "", (said as Json)?.similar ?? ""];
  return { codes: [codes].flat().map(String), then, similar };
}

function missingWords({ codes, then, similar }: Missing): Word {
  if (!codes.length && !then) return null;
  if (!then) return codes;
  return codes.length || (then === "publish" && similar) ? { ...(codes.length ? { codes } : {}), then, ...(then === "publish" && similar ? { similar } : {}) } : then;
}

const listed = (typed: string) => typed.split(",").map((one) => one.trim()).filter(Boolean);

interface Choice { label: string; value: string; choices: Record<string, string>; none?: string; set: (value: string) => void }

const Select = ({ label, value, choices, none = text.inData, set }: Choice) => <label class="field"><span>{label}</span><select value={value} onChange={(event) => set(event.currentTarget.value)}><option value="">{none}</option>{Object.entries(choices).map(([key, name]) => <option key={key} value={key}>{name}</option>)}</select></label>;

const Typed = ({ label, value, hint, set }: { label: string; value: string; hint: string; set: (value: string) => void }) => <label class="field"><span>{label}</span><input value={value} placeholder={hint} onChange={(event) => set(event.currentTarget.value.trim())} /></label>;

export function Reading() {
  const { state } = useProject();
  const columns: Json[] = state.look.columns.filter((column: Json) => READ.includes(columnWords(state.words!, column.name).role ?? ""));
  const [name, setName] = useState("");
  const column = columns.find((one) => one.name === name) ?? columns[0];
  return <details class="sheet"><summary>{text.reading}</summary><p class="soft">{text.readingLead}</p>
    {column && <><div class="fields"><label class="field"><span>{text.column}</span><select value={column.name} onChange={(event) => setName(event.currentTarget.value)}>{columns.map((one) => <option key={one.name}>{one.name}</option>)}</select></label></div><OfColumn column={column} key={column.name} /></>}
    <h3>{text.file}</h3><OfFile />
  </details>;
}

function OfColumn({ column }: { column: Json }) {
  const { state, edit } = useProject();
  const words = columnWords(state.words!, column.name);
  const say = (change: Record<string, Word>) => edit(withColumn(state.words!, column.name, { ...words, ...change } as Said), text.changeReading(column.name));
  const missing = missingOf(words);
  const put = (change: Partial<Missing>) => say({ missing: missingWords({ ...missing, ...change }) });
  const thens = words.role === "sensitive" ? text.thens : Object.fromEntries(Object.entries(text.thens).filter(([key]) => key !== "publish"));
  return <div class="fields">
    <Select label={text.typeIs} value={words.type ?? ""} choices={{ number: "number", date: "date", label: "label" }} set={(type) => say({ type: type || null })} />
    <Select label={text.decimal} value={String(words.decimal ?? "")} choices={{ ",": "1.234,5", ".": "1,234.5" }} set={(decimal) => say({ decimal: decimal || null })} />
    <Typed label={text.date} value={String(words.date ?? "")} hint="d.m.y" set={(date) => say({ date: date || null })} />
    <Typed label={text.codes} value={missing.codes.join(", ")} hint="-9, ." set={(typed) => put({ codes: listed(typed) })} />
    <Select label={text.then} value={missing.then} choices={thens} set={(then) => put({ then })} none="" />
    {missing.then === "publish" && <Select label={text.similar} value={missing.similar} choices={text.similars} set={(similar) => put({ similar })} none="" />}
  </div>;
}

function OfFile() {
  const { state, edit } = useProject();
  const words = (state.words!.input ?? {}) as Record<string, Word>;
  const say = (change: Record<string, Word>) => edit({ ...state.words!, input: { ...words, ...change } } as Policy, text.reading);
  const typed = (key: string, label: string, hint: string) => <Typed label={label} value={String(words[key] ?? "")} hint={hint} set={(value) => say({ [key]: value || null })} />;
  return <div class="fields">
    <Select label={text.rowsAre} value={String(words.rows ?? "")} choices={text.whose} set={(rows) => say({ rows: rows || null })} />
    <Typed label={text.codes} value={[words.missing ?? []].flat().join(", ")} hint="-9, ." set={(value) => say({ missing: listed(value).length ? listed(value) : null })} />
    <Select label={text.decimal} value={String(words.decimal ?? "")} choices={{ ",": "1.234,5", ".": "1,234.5" }} set={(decimal) => say({ decimal: decimal || null })} />
    {typed("date", text.date, "d.m.y")}
    {["CSV", "csv"].includes(state.look.format) && <>{typed("delimiter", text.delimiter, ";")}{typed("encoding", text.encoding, "windows-1252")}</>}
  </div>;
}
