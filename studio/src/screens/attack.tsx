// Attack: the red team, and what it got.
import type { Json } from "../api.ts";
import { Asked, useRun } from "../parts/asked.tsx";
import { Bars, Empty, Verdict } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { Standing } from "../parts/standing.tsx";
import { percent, t } from "../text.ts";

const text = t.attack;

export function Attack() {
  const [run, choice] = useRun();
  return <>
    <h1>{text.title}</h1><p class="lead">{text.lead}</p>{choice}
    {!run ? <Empty title={t.noRun}><p>{t.noRunSaid}</p></Empty> : <><Standing run={run} />{run.standing === "there" && <Asked kind="attack" run={run} ask={text.ask}>{(found) => <Results found={found} />}</Asked>}</>}
    <Next to="compare" off={!run} />
  </>;
}

function Results({ found }: { found: Json }) {
  const promised = found.attacks.filter((one: Json) => one.promised != null);
  const over = promised.filter((one: Json) => one.success.interval[0] > one.promised);
  return <>
    {over.length > 0 ? <Verdict sign="bad" title={text.overTitle(over.map((one: Json) => (one.variant ? `${one.attack} (${one.variant})` : one.attack)).join(", "))} /> : <Verdict sign={promised.length ? "good" : "warn"} title={promised.length ? text.notOver(promised.length) : text.unpromised} />}
    <p class="soft small">{text.legend}</p>
    {found.attacks.map((one: Json, at: number) => <section class="sheet" key={at}>
      <h2>{one.attack}{one.variant && <span class="soft"> · {one.variant}</span>}</h2>
      <p class="soft small">{one.adversary}{one.sensitive?.length ? ` · ${one.sensitive.join(", ")}` : ""}{one.asked ? ` · ${one.asked}` : ""}</p>
      <Bars bars={[
        { name: text.right, share: one.success.share, text: percent(one.success.share), line: one.promised ?? undefined },
        ...(one.blind ? [{ name: text.blind, share: one.blind.share, text: percent(one.blind.share), was: true }] : []),
      ]} />
      {one.promised != null && <p class="soft small">{text.promised}: {percent(one.promised)}</p>}
    </section>)}
    {found.not_run?.length > 0 && <details><summary>{text.notRun}</summary><ul>{found.not_run.map((one: Json, at: number) => <li key={at}>{one.attack}{one.variant ? `, ${one.variant}` : ""}: {one.reason}</li>)}</ul></details>}
    {found.notes?.map((note: string) => <p class="soft" key={note}>{note}</p>)}
  </>;
}
