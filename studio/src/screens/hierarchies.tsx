// Hierarchies: how each quasi column becomes coarser. The preview comes from the code that makes groups.
import { useEffect, useState } from "preact/hooks";
import { call, type Json, type Problem } from "../api.ts";
import { Empty, Trouble } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import type { ColumnWords } from "../policy.ts";
import { columnWords, withColumn } from "../words.ts";
import { named, type Names, namesOf } from "../names.ts";
import { useProject } from "../store.ts";
import { count, t } from "../text.ts";

const text = t.hierarchies;

export function Hierarchies() {
  const { state } = useProject();
  const quasi = state.look.columns.filter((column: Json) => columnWords(state.words!, column.name).role === "quasi");
  const [name, setName] = useState<string>(quasi[0]?.name ?? "");
  const column = quasi.find((one: Json) => one.name === name) ?? quasi[0];
  return <>
    <h1>{text.title}</h1><p class="lead">{text.lead}</p>
    {!column ? <Empty title={text.none} /> : <>
      <div class="tabs" role="group" aria-label={t.open.name}>{quasi.map((one: Json) => <button key={one.name} aria-pressed={one.name === column.name} onClick={() => setName(one.name)}>{one.name}</button>)}</div>
      <Ladder column={column} key={column.name} />
    </>}
    <Next to="promise" />
  </>;
}

type Said = Partial<ColumnWords>;

function wayOf(words: Said, type: string): string {
  if (typeof words.hierarchy === "string") return /-groups-\d+\.csv$/.test(words.hierarchy) ? "groups" : "file";
  if (words.hierarchy) return words.hierarchy.kind;
  if (words.order) return "order";
  if (words.round) return "round";
  return type === "label" ? "set" : "line";
}

/** Ways that the type of a column allows; the program refuses what does not fit. */
const WAYS: Record<string, string[]> = { label: ["set", "groups", "prefix", "order", "file", "suppress"], number: ["line", "intervals", "round", "file"], date: ["line", "calendar", "intervals", "file"] };

function Ladder({ column }: { column: Json }) {
  const { state, edit } = useProject();
  const words = columnWords(state.words!, column.name);
  const type = words.type === "label" || words.order ? "label" : column.type;
  const [found, setFound] = useState<Json>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asked = JSON.stringify(words);
  useEffect(() => {
    let current = true;
    call("ladder", { data: state.data, column: column.name, words }).then((answer) => { if (current) { setFound(answer); setProblem(null); } }).catch((error) => current && setProblem(error.problem));
    return () => { current = false; };
  }, [asked, state.reading]);
  const names = namesOf(state.look)[column.name];
  const say = (change: Said) => edit(withColumn(state.words!, column.name, { ...words, hierarchy: null, order: null, round: null, ...change }), text.changed(column.name));
  const values: string[] = (found?.values ?? []).map((one: Json) => one[0]);
  const first: Record<string, () => Said> = {
    set: () => ({}), line: () => ({}), prefix: () => ({ hierarchy: { kind: "prefix" } }), suppress: () => ({ hierarchy: { kind: "suppress" } }), calendar: () => ({ hierarchy: { kind: "calendar" } }),
    intervals: () => ({ hierarchy: { kind: "intervals", widths: ["5", "10", "20"] } }), round: () => ({ round: "5" }), order: () => ({ order: column.order ?? [...values].sort() }), file: () => ({ hierarchy: `../${column.name}.csv` }),
  };
  const [grouping, setGrouping] = useState(false);
  const way = grouping ? "groups" : wayOf(words, type);
  const hierarchy = typeof words.hierarchy === "object" ? words.hierarchy : null;
  return <div class="two">
    <section class="sheet">
      <div class="fields"><label class="field"><span>{text.how}</span><select value={way} onChange={(event) => { const next = event.currentTarget.value; setGrouping(next === "groups"); if (next !== "groups") void say(first[next]()); }}>{(WAYS[type] ?? WAYS.label).map((one) => <option key={one} value={one}>{text.ways[one]}</option>)}</select></label>
        {way === "intervals" && <label class="field"><span>{text.widths}</span><input value={hierarchy?.widths?.join(", ")} onChange={(event) => say({ hierarchy: { kind: "intervals", widths: event.currentTarget.value.split(",").map((one) => one.trim()).filter(Boolean) } })} /></label>}
        {way === "round" && <label class="field"><span>{text.width}</span><input class="number" value={words.round ?? ""} onChange={(event) => say({ round: event.currentTarget.value })} /></label>}
        {way === "file" && <label class="field"><span>{text.file}</span><input value={String(words.hierarchy ?? "").replace(/^\.\.\//, "")} onChange={(event) => say({ hierarchy: `../${event.currentTarget.value}` })} /></label>}
      </div>
      {way === "groups" && found && <Groups column={column} found={found} use={(file) => { setGrouping(false); void say({ hierarchy: file }); }} />}
      {way === "order" && words.order && <Order labels={words.order} names={names} set={(order) => say({ order })} />}
    </section>
    <section class="sheet" aria-live="polite">
      <h2>{text.preview}</h2>
      {problem ? <Trouble problem={problem} /> : !found ? <p class="soft">{t.loading}…</p> : <Preview found={found} way={way} names={names} />}
    </section>
  </div>;
}

/** Values and the names of their groups; those of the file's own value labels to begin with, where it has some. */
function Groups({ column, found, use }: { column: Json; found: Json; use: (file: string) => void }) {
  const { state, complain } = useProject();
  const labels = new Map<string, string>(column.value_labels ?? []);
  const before = new Map<string, string>((found.paths as string[][]).filter((path) => path.length > 2).map((path) => [path.at(-1)!, path.at(-2)!]));
  const [groups, setGroups] = useState<Record<string, string>>({});
  const values = (found.values as [string, number][]).map(([value]) => value);
  const groupOf = (value: string) => groups[value] ?? before.get(value) ?? value;
  const save = () => call("group", { data: state.data, column: column.name, groups: values.map((value) => [value, groupOf(value).trim() || value]) }).then((answer) => use(answer.file)).catch((error) => complain(error.problem));
  const names = [...new Set(values.map(groupOf))];
  return <><h2>{text.groups}</h2><p class="soft small">{text.groupsLead}</p>
    <datalist id="group-names">{names.map((name) => <option key={name} value={name} />)}</datalist>
    {labels.size > 0 && <p><button onClick={() => setGroups(Object.fromEntries(values.map((value) => [value, labels.get(value) ?? value])))}>{text.byLabels}</button></p>}
    <div class="group-list">{values.map((value) => <label key={value}><span>{value}{labels.has(value) && <span class="soft small"> {labels.get(value)}</span>}</span><input list="group-names" aria-label={text.groupOf(value)} value={groupOf(value)} onInput={(event) => setGroups({ ...groups, [value]: event.currentTarget.value })} /></label>)}</div>
    <p><button class="main" onClick={save}>{text.saveGroups}</button></p></>;
}

/** Labels in an order: drag them, or use the buttons. */
function Order({ labels, names, set }: { labels: string[]; names?: Names; set: (labels: string[]) => void }) {
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= labels.length || from === to) return;
    const next = [...labels];
    next.splice(to, 0, ...next.splice(from, 1));
    set(next);
  };
  return <><h2>{text.order}</h2><ol class="files">{labels.map((label, at) => <li key={label} draggable onDragStart={() => setDragged(at)} onDragOver={(event) => event.preventDefault()} onDrop={() => dragged !== null && move(dragged, at)}>
    <span class="order-row"><span aria-hidden="true" class="soft">⠿</span> {named(label, names)}<span class="rest"><button class="icon" disabled={at === 0} aria-label={text.up(label)} onClick={() => move(at, at - 1)}>↑</button><button class="icon" disabled={at === labels.length - 1} aria-label={text.down(label)} onClick={() => move(at, at + 1)}>↓</button></span></span>
  </li>)}</ol></>;
}

interface Node { name: string; rows: number; children: Map<string, Node> }

function Preview({ found, way, names }: { found: Json; way: string; names?: Names }) {
  const { distinct, values, paths } = found as { distinct: number; values: [string, number][]; paths: string[][] };
  if (!paths.length) {
    const said = { set: text.asSet, order: text.asOrder, round: text.asClasses }[way] ?? text.asLine;
    return <><p>{said}</p><p class="soft">{values.slice(0, 30).map(([value]) => named(value, names)).join(" · ")}{distinct > 30 && ` · ${text.more(distinct - 30)}`}</p></>;
  }
  const root: Node = { name: "", rows: 0, children: new Map() };
  paths.forEach((path, at) => {
    let node = root;
    for (const name of path) {
      node = node.children.get(name) ?? node.children.set(name, { name, rows: 0, children: new Map() }).get(name)!;
      node.rows += values[at][1];
    }
  });
  return <><p class="soft">{text.values(distinct)}</p><Tree nodes={[...root.children.values()]} open={2} names={names} /></>;
}

function Tree({ nodes, open, names }: { nodes: Node[]; open: number; names?: Names }) {
  const [all, setAll] = useState(false);
  const shown = all ? nodes : nodes.slice(0, 12);
  return <ul class="tree">
    {shown.map((node) => <li key={node.name}>{node.children.size > 0 && !(node.children.size === 1 && node.children.has(node.name) && !node.children.get(node.name)!.children.size)
      ? <details open={open > 0}><summary>{node.name} <span class="soft small">{t.rows(node.rows)}</span></summary><Tree nodes={[...node.children.values()]} open={open - 1} names={names} /></details>
      : <span>{named(node.name, names)} <span class="soft small">{count(node.rows)}</span></span>}</li>)}
    {nodes.length > 12 && !all && <li><button class="plain" onClick={() => setAll(true)}>{text.more(nodes.length - 12)}</button></li>}
  </ul>;
}
