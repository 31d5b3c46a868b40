// Use: what answers are still right.
import { useState } from "preact/hooks";
import { call, type Json, type Problem } from "../api.ts";
import { Asked, useRun } from "../parts/asked.tsx";
import { Bars, Command, Empty, Meter, Trouble } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { Held, Standing } from "../parts/standing.tsx";
import { named, namesOf } from "../names.ts";
import { columnWords } from "../words.ts";
import { type Run, useProject } from "../store.ts";
import { count, percent, t } from "../text.ts";

const text = t.use;

export function Use() {
  const [run, choice] = useRun();
  return <><h1>{text.title}</h1><p class="lead">{text.lead}</p>{choice}
    {!run ? <Empty title={t.noRun}><p>{t.noRunSaid}</p></Empty> : <><Standing run={run} />{run.standing === "there" && <Asked kind="use" run={run} ask={text.ask}>{(found) => <><Measured found={found} /><Held run={run} key={run.id}><Own run={run} /><Cross run={run} /></Held><Analyses found={found} /><p class="soft">{text.private}</p></>}</Asked>}</>}
    <Next to="attack" off={!run} /></>;
}

const figure = (value: number | null | undefined) => (value == null ? "–" : Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3));

function Measured({ found }: { found: Json }) {
  const queries: Json[] = found.count_query;
  const most = Math.max(...queries.map((one) => one.mean_relative_error ?? 0), 0.05);
  return <>
    <div class="say">{found.sentences.map((said: string) => <p key={said}>{said}</p>)}</div>
    <div class="sheets">
      <section class="sheet"><h2>{text.queries}</h2><p class="soft">{text.queriesLead}</p>
        <Bars whole={most} bars={queries.map((one) => ({ name: `${one.dimensions} ${text.columns}, ${percent(Number(one.selectivity), 0)}`, share: one.mean_relative_error ?? 0, text: percent(one.mean_relative_error) }))} /></section>
      <section class="sheet"><h2>{text.loss}</h2><p class="soft">{text.lossLead}</p><Bars bars={found.columns.map((one: Json) => ({ name: one.column, share: one.ncp, text: percent(one.ncp) }))} /></section>
    </div>
  </>;
}

/** What people do with tables, done with both; long, so folded. */
function Analyses({ found }: { found: Json }) {
  return <>
    {found.analyses?.regressions?.map((one: Json) => <details class="sheet" key={one.target}><summary>{text.regression(one.target)}</summary>
      <table><thead><tr><th scope="col">{text.coefficient}</th><th scope="col" class="r">{text.original}</th><th scope="col" class="r">{text.release}</th><th scope="col" class="r">{text.overlap}</th></tr></thead>
        <tbody>{one.coefficients.slice(0, 40).map((each: Json) => <tr key={each.column + (each.label ?? "")}><td>{each.column}{each.label ? `: ${each.label}` : ""}</td><td class="r">{figure(each.original)}</td><td class="r">{figure(each.release)}</td><td class="r">{percent(each.overlap, 0)}</td></tr>)}</tbody></table></details>)}
    {found.analyses?.cross_tabulations?.length > 0 && <details class="sheet"><summary>{text.tables}</summary>
      <table><thead><tr><th scope="col">{text.columns}</th><th scope="col" class="r">{text.misplaced}</th><th scope="col" class="r">{text.association}: {text.original}</th><th scope="col" class="r">{text.release}</th></tr></thead>
        <tbody>{found.analyses.cross_tabulations.slice(0, 40).map((one: Json) => <tr key={one.columns.join()}><td>{one.columns.join(" × ")}</td><td class="r">{percent(one.misplaced)}</td><td class="r">{one.association.original.toFixed(2)}</td><td class="r">{one.association.release.toFixed(2)}</td></tr>)}</tbody></table></details>}
  </>;
}

/** People are whole; an estimate of few of them is not. */
const about = (value: number) => (value >= 100 || Number.isInteger(value) ? count(Math.round(value)) : value.toFixed(1));

/** Columns that a question can be about. */
function useColumns(run: Run): string[] {
  const { state } = useProject();
  const role = (name: string) => columnWords(run.words, name).role;
  return state.look.columns.map((column: Json) => column.name).filter((name: string) => role(name) === "quasi" || role(name) === "sensitive");
}

/** A count of the reader's own. Conditions are written as cells are. */
function Own({ run }: { run: Run }) {
  const { state } = useProject();
  const columns = useColumns(run);
  const [conditions, setConditions] = useState<[string, string][]>([[columns[0], ""]]);
  const [found, setFound] = useState<{ original: number; release: number; command: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const ask = () => call("count", { data: state.data, run: run.id, conditions: conditions.filter(([, text]) => text.trim()) }).then((answer) => { setFound(answer); setProblem(null); }).catch((error) => setProblem(error.problem));
  const set = (at: number, next: [string, string]) => { setFound(null); setConditions(conditions.map((one, place) => (place === at ? next : one))); };
  return <section class="sheet"><h2>{text.own}</h2><p class="soft">{text.ownLead}</p>
    <form onSubmit={(event) => { event.preventDefault(); void ask(); }}>
      {conditions.map(([column, said], at) => <div class="fields" key={at}>
        <label class="field"><span>{t.open.name}</span><select value={column} onChange={(event) => set(at, [event.currentTarget.value, said])}>{columns.map((name) => <option key={name}>{name}</option>)}</select></label>
        <label class="field"><span>{text.is}</span><input value={said} placeholder="30..39" onInput={(event) => set(at, [column, event.currentTarget.value])} /></label>
      </div>)}
      <p><button type="button" onClick={() => setConditions([...conditions, [columns[0], ""]])}>{text.addCondition}</button> <button class="main">{text.askOwn}</button></p>
    </form>
    {problem && <Trouble problem={problem} />}
    {found && <><p aria-live="polite"><b>{text.counted(about(found.original), about(found.release))}</b></p><Command text={found.command} /></>}
  </section>;
}

function Cross({ run }: { run: Run }) {
  const { state, work, begin, stop } = useProject();
  const columns = useColumns(run);
  const [[down, across], setColumns] = useState([columns[0], columns.at(-1)!]);
  const [found, setFound] = useState<{ down: string[]; across: string[]; cells: [number, number][][] } | null>(null);
  const now = work.cross;
  const busy = now?.phase === "running" || now?.phase === "waiting";
  const ask = () => begin("cross", { data: state.data, run: run.id, down, across }, "cross").then((done) => done?.phase === "done" && setFound(done.found));
  const names = namesOf(state.look);
  const most = Math.max(...(found?.cells.flat().map(([was]) => was) ?? [1]), 1);
  const choice = (value: string, label: string, put: (name: string) => void) => <label class="field"><span>{label}</span><select value={value} onChange={(event) => { setFound(null); put(event.currentTarget.value); }}>{columns.map((name) => <option key={name}>{name}</option>)}</select></label>;
  return <section class="sheet"><h2>{text.cross}</h2><p class="soft">{text.crossLead}</p>
    <form class="fields" onSubmit={(event) => { event.preventDefault(); void ask(); }}>{choice(down, text.down, (name) => setColumns([name, across]))}{choice(across, text.across, (name) => setColumns([down, name]))}<button class="main" disabled={busy}>{text.crossAsk}</button></form>
    {busy && <Meter work={now} stop={() => stop("cross")} />}
    {now?.phase === "failed" && now.error && <Trouble problem={now.error} />}
    {found && <div class="scroll" tabIndex={0} role="region" aria-label={text.cross}><table class="asks"><thead><tr><th scope="col">{down}</th>{found.across.map((name) => <th scope="col" class="r" key={name}>{named(name, names[across])}</th>)}</tr></thead>
      <tbody>{found.cells.map((row, at) => <tr key={at}><th scope="row">{named(found.down[at], names[down])}</th>{row.map(([was, now], place) => <td key={place} ref={(cell) => { cell?.style.setProperty("--heat", `${Math.round((was / most) * 35)}%`); }}>{about(was)}<small>{about(now)}</small></td>)}</tr>)}</tbody></table></div>}
  </section>;
}
