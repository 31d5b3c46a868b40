// Open: choose a table; see what is in it; say what its columns are.
import { useEffect, useState } from "preact/hooks";
import { call, type Json } from "../api.ts";
import { Trouble, Verdict } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { Reading } from "../parts/reading.tsx";
import { GridTable, ShowValues } from "../parts/table.tsx";
import { namesOf } from "../names.ts";
import type { ColumnWords } from "../policy.ts";
import { columnWords, promising, protections, withColumn } from "../words.ts";
import { useProject, useStore } from "../store.ts";
import { count, percent, size, t } from "../text.ts";

export function Open() {
  const { state, close, work, open } = useStore();
  const failed = work.look?.phase === "failed" ? work.look.error : null;
  if (failed && state && !state.look) return <><h1>{state.data}</h1><Trouble problem={failed} again={() => open(state.data)} /><p><button onClick={close}>{t.open.another}</button></p></>;
  return state?.look ? <Found /> : <Picker />;
}

function Picker() {
  const { open, go } = useStore();
  return <><h1>{t.open.title}</h1><p class="lead">{t.open.lead}</p><FilePicker pick={(path) => open(path)} release={() => go("audit")} /></>;
}

interface Entry { name: string; kind: string; bytes: number }

/** Files of the folder, one folder at a time. */
export function FilePicker({ pick, release, all }: { pick: (path: string) => void; release?: (path: string) => void; all?: boolean }) {
  const [folder, setFolder] = useState("");
  const [entries, setEntries] = useState<Entry[] | null>(null);
  const [tables, setTables] = useState<{ file: string; tables: string[] } | null>(null);
  const { complain } = useStore();
  useEffect(() => { call("files", { folder }).then((found) => setEntries(found.entries)).catch((error) => complain(error.problem)); }, [folder]);
  const path = (name: string) => (folder ? `${folder}/${name}` : name);
  const chosen = (entry: Entry) => {
    if (entry.kind === "folder") setFolder(path(entry.name));
    else if (entry.kind === "release" && release) release(path(entry.name));
    else if (entry.kind === "database") call("tables", { path: path(entry.name) }).then((found) => setTables({ file: path(entry.name), ...found })).catch((error) => complain(error.problem));
    else pick(path(entry.name));
  };
  if (!entries) return <p class="soft">{t.loading}…</p>;
  if (tables) return <>
    <p><button class="plain" onClick={() => setTables(null)}>← {t.open.up}</button></p>
    <h2>{t.open.tablesOf(tables.file)}</h2>
    {tables.tables.length ? <ul class="files">{tables.tables.map((name) => <li key={name}><button onClick={() => pick(name)}><span class="chip">{t.open.kinds.table}</span><span>{name.split("?table=")[1]}</span></button></li>)}</ul> : <p class="empty">{t.open.noTables}</p>}
  </>;
  const shown = entries.filter((entry) => all || entry.kind !== "other");
  return <>
    {folder && <p><button class="plain" onClick={() => setFolder(folder.split("/").slice(0, -1).join("/"))}>← {t.open.up}</button> <span class="soft">{folder}</span></p>}
    {!shown.length && <p class="empty">{t.open.empty}</p>}
    {shown.length > 0 && <ul class="files">{shown.map((entry) => <li key={entry.name}>
      <button onClick={() => chosen(entry)}><span class={`chip`}>{t.open.kinds[entry.kind]}</span><span>{entry.name}</span>{entry.kind !== "folder" && entry.kind !== "release" && <span class="size">{size(entry.bytes)}</span>}</button>
    </li>)}</ul>}
  </>;
}

function Found() {
  const { state, close, work, open: openTable } = useProject();
  const [show, setShow] = useState(false);
  const look = state.look;
  const open = look.columns.filter((column: Json) => column.open);
  const notes: string[] = [...look.notes, ...look.columns.flatMap((column: Json) => column.notes.map((note: string) => `${column.name}: ${note}`))];
  return <>
    <h1>{t.open.found}</h1>
    <p class="lead">{t.open.foundLead}</p>
    {work.look?.phase === "failed" && work.look.error && <Trouble problem={work.look.error} again={() => void openTable(state.data)} />}
    {state.unread && <Trouble problem={{ ...state.unread, message: `${state.unread.message}. ${t.open.unread}` }} />}
    {open.length > 0 && <Verdict sign="warn" title={t.open.mustSay}><ul>{open.map((column: Json) => <li key={column.name}>{column.name}: {column.open} <Choices column={column} /></li>)}</ul></Verdict>}
    {look.other_sheets.length > 0 && <section class="sheet"><h2>{t.open.sheets}</h2><p class="tabs">{look.other_sheets.map((sheet: string) => <button key={sheet} onClick={() => openTable(`${look.sheet && state.data.endsWith(`#${look.sheet}`) ? state.data.slice(0, -look.sheet.length - 1) : state.data}#${sheet}`)}>{sheet}</button>)}</p></section>}
    <Columns />
    <Reading />
    {look.combinations.length > 0 && <section class="sheet"><h2>{t.open.alone}</h2><p class="soft">{t.open.aloneLead}</p>
      <table><tbody>{look.combinations.slice(0, 6).map((one: Json) => <tr key={one.columns.join()}><td>{one.columns.join(", ")}</td><td class="r">{t.open.aloneOf(one.unique, look.rows)}</td><td class="r">{percent(one.unique / look.rows)}</td></tr>)}</tbody></table>
    </section>}
    {notes.length > 0 && <section class="sheet"><h2>{t.open.notes}</h2><ul>{notes.map((note) => <li key={note}>{note}</li>)}</ul></section>}
    <section class="sheet"><h2>{t.open.preview}</h2><ShowValues show={show} set={setShow} /><GridTable data={state.data} reading={state.reading} show={show} label={t.open.preview} names={namesOf(look)} /></section>
    <Next to="hierarchies" />
    <p><button class="plain" onClick={close}>{t.open.another}</button></p>
  </>;
}

/** What must be said can be said here: the answers that the program names. */
function Choices({ column }: { column: Json }) {
  const { state, edit } = useProject();
  const said = [...String(column.open).matchAll(/\b(date|decimal) = "([^"]+)"/g)].map(([, key, value]) => ({ key, value }));
  return <span class="tabs">{said.map(({ key, value }) => <button key={value} onClick={() => edit(withColumn(state.words!, column.name, { ...columnWords(state.words!, column.name), [key]: value }), t.open.changeReading(column.name))}>{t.open.setTo(key, value)}</button>)}</span>;
}

function Columns() {
  const { state, edit } = useProject();
  const words = state.words!;
  const roleOf = (name: string) => columnWords(words, name).role ?? "drop";
  const change = (name: string, role: string) => {
    const was = columnWords(words, name);
    // What is said of a quasi column means nothing of another.
    const now: Partial<ColumnWords> = role === "quasi" || was.role === role ? { ...was, role: role as ColumnWords["role"] } : { role: role as ColumnWords["role"], ...(was.type ? { type: was.type } : {}), ...(was.missing ? { missing: was.missing } : {}) };
    const protect = protections(words).filter((one) => role === "sensitive" || one.sensitive !== name);
    void edit(promising(withColumn(words, name, now), protect), t.open.changeRole(name, role));
  };
  const labels = [t.open.role, t.open.type, t.open.distinct, t.open.missing, t.open.range, t.open.why];
  return <div class="sheet scroll"><table class="wide">
    <thead><tr><th scope="col">{t.open.name}</th>{labels.map((label, at) => <th scope="col" class={at === 2 || at === 3 ? "r" : ""} key={label}>{label}</th>)}</tr></thead>
    <tbody>{state.look.columns.map((column: Json) => <tr key={column.name}>
      <th scope="row"><span>{column.name}{column.label && <><br /><span class="soft small">{column.label}</span></>}</span></th>
      <td data-label={labels[0]}><select aria-label={`${t.open.role}: ${column.name}`} value={roleOf(column.name)} onChange={(event) => change(column.name, event.currentTarget.value)}>
        {Object.keys(t.open.roles).map((role) => <option key={role} value={role} title={t.open.roles[role]}>{role}</option>)}
      </select></td>
      <td data-label={labels[1]}>{column.type}{column.value_labels?.length > 0 && <><br /><span class="soft small">{t.open.labels(column.value_labels.length)}</span></>}</td>
      <td data-label={labels[2]} class="r">{count(column.distinct)}</td>
      <td data-label={labels[3]} class="r">{count(column.missing)}</td>
      <td data-label={labels[4]}>{column.range && roleOf(column.name) !== "sensitive" ? `${column.range[0]} – ${column.range[1]}` : ""}</td>
      <td data-label={labels[5]} class="soft">{column.reason}</td>
    </tr>)}</tbody>
  </table></div>;
}
