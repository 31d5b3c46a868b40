// The auditor's mode: a release that somebody sent.
import { useState } from "preact/hooks";
import type { Json } from "../api.ts";
import { Command, Meter, Trouble, Verdict } from "../parts/basics.tsx";
import { useStore } from "../store.ts";
import { count, t } from "../text.ts";
import { FilePicker } from "./open.tsx";

const text = t.audit;

interface Choice { release?: string; original?: string; policy?: string }
/** What is chosen, also when the reader comes back, and the work that judged something else. */
const held: { chosen: Choice; past?: number } = { chosen: {} };

export function Audit() {
  const { begin, work, stop } = useStore();
  const [chosen, setChosen] = useState(held.chosen);
  const [picking, setPicking] = useState<keyof Choice | null>(chosen.release ? null : "release");
  const [wanted, setWanted] = useState(false);
  const now = work.audit;
  const busy = now && (now.phase === "running" || now.phase === "waiting");
  // A verdict is of what was chosen when it was asked for: it goes with any other choice.
  const judged = now && now.id !== held.past ? now : null;
  const choose = (key: keyof Choice, path?: string) => { held.chosen = { ...chosen, [key]: path }; held.past = now?.id; setChosen(held.chosen); };
  const pick = (path: string) => { choose(picking!, path); setPicking(null); };
  const judge = () => { held.past = now?.id; void begin("audit", { ...chosen, export: wanted }, "audit"); };
  const field = (key: keyof Choice, label: string) => <div class="field"><span>{label}</span><div class="fields"><span class="mono">{chosen[key] ?? "–"}</span><button onClick={() => setPicking(key)} aria-label={`${text.pick}: ${label}`}>{text.pick}</button>{chosen[key] && <button class="plain" aria-label={`${text.clear}: ${label}`} onClick={() => choose(key)}>{text.clear}</button>}</div></div>;
  return <><h1>{text.title}</h1><p class="lead">{text.lead}</p>
    <section class="sheet"><div class="sheets">{field("release", text.release)}{field("original", text.original)}{field("policy", text.policy)}</div>
      {picking && <><h2>{text[picking]}</h2><FilePicker pick={pick} release={pick} all={picking === "policy"} key={picking} /></>}
      <p><label><input type="checkbox" checked={wanted} onChange={(event) => setWanted(event.currentTarget.checked)} /> {text.export}</label></p>
      <p><button class="main" disabled={!chosen.release || busy} onClick={judge}>{text.run}</button></p></section>
    {busy && <Meter work={now} stop={() => stop("audit")} />}
    {judged?.phase === "failed" && judged.error && <Trouble problem={judged.error} />}
    {judged?.phase === "done" && <Judged found={judged.found} />}</>;
}

function Judged({ found }: { found: Json }) {
  const audit = found.audit;
  const labels = [text.groups, text.violating, text.worst, text.bound];
  return <>
    <Verdict sign={audit.verdict === "pass" ? "good" : audit.verdict === "fail" ? "bad" : "warn"} title={t.see.verdict[audit.verdict] ?? audit.verdict}>
      {audit.checks.filter((check: Json) => check.promise && check.verdict === "pass").map((check: Json) => <p key={check.title + check.view}>{check.promise}</p>)}
      {audit.truth && <p>{text.untrue(audit.truth.untrue)} {text.absent(audit.truth.absent)}</p>}
      {found.exported && <p>{text.exported(found.exported)}</p>}
      {audit.open?.map((open: string) => <p key={open}>{open}</p>)}
    </Verdict>
    <section class="sheet scroll" tabIndex={0} aria-label={text.checks}><h2>{text.checks}</h2><table class="wide"><thead><tr><th scope="col">{t.promise.principle}</th>{labels.map((label) => <th scope="col" class="r" key={label}>{label}</th>)}</tr></thead>
      <tbody>{audit.checks.map((check: Json, at: number) => <tr key={at}><th scope="row"><span><span class={check.verdict === "pass" ? "is-good" : "is-bad"}>{check.verdict === "pass" ? "✓" : "✗"}</span> {check.title}{check.sensitive.length ? `, ${check.sensitive.join(", ")}` : ""} <span class="soft">{check.view}</span></span></th>
        <td data-label={labels[0]} class="r">{count(check.groups ?? 0)}</td><td data-label={labels[1]} class="r">{check.violating_tuples ? count(check.violating_tuples) : text.nobody}</td><td data-label={labels[2]} class="r">{check.worst_risk}</td><td data-label={labels[3]} class="r">{check.bound_is} {check.bound}</td></tr>)}</tbody></table></section>
    {audit.checks.filter((check: Json) => check.worst_groups?.length).slice(0, 1).map((check: Json) => <section class="sheet" key={check.title}><h2>{t.see.worst}</h2>{check.worst_groups.slice(0, 5).map((group: Json, at: number) => <div key={at}><p class="mono">{Object.entries<string>(group.quasi).map(([name, cell]) => `${name}: ${cell}`).join(" · ")}</p><p>{group.conclusion}</p></div>)}</section>)}
    {audit.notes?.map((note: string) => <p class="soft" key={note}>{note}</p>)}
    <Command text={found.command} />
  </>;
}
