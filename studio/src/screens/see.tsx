// See: release beside original, worst groups, everybody's risk, one person's story.
import { useState } from "preact/hooks";
import { call, type Json, type Problem } from "../api.ts";
import { Asked, useRun } from "../parts/asked.tsx";
import { Bars, Empty, Trouble, Verdict } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { Held, Standing } from "../parts/standing.tsx";
import { GridTable, ShowValues } from "../parts/table.tsx";
import { named, namesOf } from "../names.ts";
import { type Run, useProject } from "../store.ts";
import { percent, t } from "../text.ts";

const text = t.see;

export function See() {
  const [run, choice] = useRun();
  return <><h1>{text.title}</h1><p class="lead">{text.lead}</p>{choice}
    {!run ? <Empty title={t.noRun}><p>{t.noRunSaid}</p></Empty> : <><Standing run={run} />{run.standing === "there" && <Looked run={run} key={run.id} />}</>}
    <Next to="use" off={!run} /></>;
}

function Looked({ run }: { run: Run }) {
  const { state } = useProject();
  const [show, setShow] = useState(false);
  const [like, setLike] = useState<Record<string, string> | null>(null);
  const [row, setRow] = useState<number | null>(null);
  const names = namesOf(state.look);
  const table = { data: state.data, reading: state.reading, show, names };
  return <>
    <Asked kind="see" run={run} ask={text.ask}>{(found) => <Audited found={found} choose={setLike} />}</Asked>
    <Held run={run}><section class="sheet"><h2>{text.rows}</h2><ShowValues show={show} set={setShow} />
      {like && <p><span class="chip">{text.only}</span> <button onClick={() => setLike(null)}>{text.all}</button></p>}
      <div class="pair"><div><h3>{text.released}</h3><GridTable {...table} run={run.id} like={like ?? undefined} label={text.released} /></div>
        <div><h3>{text.original}</h3><GridTable {...table} label={text.original} pick={setRow} /></div></div>
    </section>
    <Story run={run} row={row} show={show} /></Held>
  </>;
}

function Audited({ found, choose }: { found: Json; choose: (like: Record<string, string>) => void }) {
  const { state } = useProject();
  const names = namesOf(state.look);
  const audit = found.audit;
  return <>
    <Verdict sign={audit.verdict === "pass" ? "good" : audit.verdict === "fail" ? "bad" : "warn"} title={text.verdict[audit.verdict] ?? audit.verdict}>
      {audit.checks.filter((check: Json) => check.promise).map((check: Json) => <p key={check.title + check.view}>{check.promise}</p>)}
      {audit.truth && <p>{t.audit.untrue(audit.truth.untrue)} {t.audit.absent(audit.truth.absent)}</p>}
    </Verdict>
    {found.risks.map((risk: Json, at: number) => <section class="sheet" key={at}><h2>{text.risk}: {risk.title}, {risk.sensitive.join(", ")}</h2><Risk risk={risk} /></section>)}
    <div class="sheets">
      {audit.checks.filter((check: Json) => check.beyond?.length).map((check: Json, at: number) => <section class="sheet" key={at}><h2>{text.beyondEps}</h2><p class="soft">{text.beyondLead}</p>
        <Bars bars={check.beyond.map((one: Json) => ({ name: one.within, share: fraction(one.worst), text: `${text.worstIs} ${percent(fraction(one.worst), 0)}, ${text.meanIs} ${percent(one.mean, 0)}` }))} /></section>)}
      {audit.checks.filter((check: Json) => check.worst_groups?.length).slice(0, 1).map((check: Json) => <section class="sheet" key={check.title}><h2>{text.worst}</h2><p class="soft">{text.worstLead}</p>
        <ul class="files">{check.worst_groups.slice(0, 5).map((group: Json, at: number) => <li key={at}><button onClick={() => choose(group.quasi)}><span><span class={group.holds ? "is-good" : "is-bad"}>{group.holds ? "✓" : "✗"} {group.risk}</span> · {t.rows(group.tuples)}<br /><span class="soft small">{Object.entries<string>(group.quasi).map(([name, cell]) => named(cell, names[name])).join(" · ").slice(0, 150)}</span></span></button></li>)}</ul></section>)}
    </div>
  </>;
}

export const fraction = (text: string) => { const [above, below = "1"] = text.split("/"); return Number(above) / Number(below); };

function Risk({ risk }: { risk: Json }) {
  const series = [{ name: text.before, people: risk.before, was: true }, ...risk.after.map((after: Json) => ({ name: text.after(after.view), people: after, was: false }))];
  return <><div class="sheets">{series.map((one) => <Histogram key={one.name} name={one.name} classes={one.people.classes} beyond={one.people.beyond} bound={risk.bound} was={one.was} />)}</div><p class="soft small">{text.riskNote}</p></>;
}

function Histogram({ name, classes, beyond, bound, was }: { name: string; classes: number[]; beyond: number; bound: number; was: boolean }) {
  const most = Math.max(...classes, 1);
  const width = 300 / classes.length;
  return <figure><svg viewBox="0 0 320 150" role="img" aria-label={`${name}: ${t.people(beyond)} ${text.beyondAllowed}`}>
    {classes.map((many, at) => many > 0 && <rect key={at} class={`mark ${was ? "other" : ""}`} x={10 + at * width} width={Math.max(1, width - 1)} y={120 - (many / most) * 105} height={(many / most) * 105} rx={1} />)}
    <line class="axis" x1={10} x2={310} y1={120} y2={120} />{[0, 0.5, 1].map((tick) => <text key={tick} x={10 + tick * 300} y={136} text-anchor="middle">{percent(tick, 0)}</text>)}
    <line class="guide" x1={10 + bound * 300} x2={10 + bound * 300} y1={8} y2={120} /><text x={14 + bound * 300} y={14}>{text.allowed}</text>
  </svg><figcaption>{name}: <b class={beyond ? "is-bad" : "is-good"}>{t.people(beyond)}</b> {text.beyondAllowed}</figcaption></figure>;
}

function Story({ run, row, show }: { run: Run; row: number | null; show: boolean }) {
  const { state } = useProject();
  const [typed, setTyped] = useState("0");
  const [story, setStory] = useState<Json>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const tell = (which: number) => call("story", { data: state.data, run: run.id, row: which, show }).then((found) => { setStory({ ...found, row: which }); setProblem(null); }).catch((error) => setProblem(error.problem));
  const wanted = row !== null && story?.row !== row && String(row) !== typed;
  if (wanted) { setTyped(String(row)); void tell(row!); }
  return <section class="sheet"><h2>{text.story}</h2>
    <form class="fields" onSubmit={(event) => { event.preventDefault(); void tell(Number(typed)); }}>
      <label class="field"><span>{text.row}</span><input class="number" inputMode="numeric" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} /></label><button class="main">{text.tell}</button></form>
    {problem && <Trouble problem={problem} />}
    {story && <div aria-live="polite">
      <h3>{text.original}</h3><p>{text.beforeAlike(story.before.alike)}</p><Cells label={`${text.story}: ${text.original}`} columns={story.before.columns} rows={[{ own: true, cells: story.before.cells }]} />
      <h3>{text.released}</h3>{!story.after ? <p>{text.absent}</p> : <><p>{text.afterAlike(story.after.alike)}</p>{story.after.conclusions.map((said: string) => <p key={said}>{said}</p>)}<Cells label={`${text.story}: ${text.released}`} columns={story.after.columns} rows={story.after.rows} /></>}
    </div>}
  </section>;
}

function Cells({ columns, rows, label }: { label: string; columns: string[]; rows: { own: boolean; cells: (string | null)[] }[] }) {
  const { state } = useProject();
  const names = namesOf(state.look);
  return <div class="scroll" tabIndex={0} role="region" aria-label={label}><table class="cells"><thead><tr>{columns.map((name) => <th scope="col" key={name}>{name}</th>)}</tr></thead><tbody>{rows.map((row, at) => <tr key={at}>{row.cells.map((cell, column) => <td key={column} title={cell ?? undefined}>{cell === null ? <span class="soft">•••</span> : named(cell, names[columns[column]])}</td>)}</tr>)}</tbody></table></div>;
}
