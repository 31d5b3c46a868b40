// Make: run it, watch it, stop it.
import { Command, Facts, Meter, Trouble, Verdict } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { useProject } from "../store.ts";
import { count, seconds, t } from "../text.ts";
import { Method } from "../parts/method.tsx";

const text = t.make;

export function Make() {
  const { state, work, begin, stop, go } = useProject();
  const now = work.make;
  const busy = now && (now.phase === "running" || now.phase === "waiting");
  const start = () => begin("make", { data: state.data }, "make");
  const last = state.runs.at(-1);
  const same = state.runs.find((run) => run.current);
  return <>
    <h1>{text.title}</h1><p class="lead">{text.lead}</p>
    {state.problem && <Verdict sign="bad" title={text.unfit}><p>{state.problem.message}</p><p><button onClick={() => go("promise")}>{t.next("Promise")}</button></p></Verdict>}
    {(state.promises ?? []).filter(Boolean).length > 0 && <div class="say"><p class="kicker">{t.promise.kicker}</p>{state.promises!.filter(Boolean).map((said) => <p key={said!}>{said}</p>)}</div>}
    <Method />
    {busy ? <Meter work={now} stop={() => stop("make")} /> : <p><button class="main" disabled={!!state.problem} onClick={start}>{last ? text.again : text.start}</button>{same && <span class="soft small"> {text.unchanged}</span>}</p>}
    {now?.phase === "failed" && now.error && <Trouble problem={now.error} />}
    {now?.phase === "stopped" && <Verdict sign="warn" title={t.stopped} />}
    {now && now.log.length > 0 && <details open={busy}><summary>{text.log}</summary><ol class="log">{now.log.map(([at, step], index) => <li key={index}>{t.step[step] ?? step} <span class="small">{seconds(at)}</span></li>)}</ol></details>}
    {last && !busy && <>
      {last.made.verdict === "pass" ? <Verdict sign="good" title={`${text.done}: ${last.release}`}><p>{text.kept}</p></Verdict> : <Verdict sign="warn" title={`${text.done}: ${last.release}`}><p>{text.nothing}</p></Verdict>}
      <Facts facts={[[text.rows, count(last.made.tuples)], [text.groups, count(last.made.groups)], [text.withheld, count(last.made.suppressed)], [text.loss, last.made.loss?.toFixed(3) ?? "–"], [text.took, seconds(Object.entries(last.made.seconds as Record<string, number>).filter(([name]) => name !== "estimated").reduce((sum, [, value]) => sum + (value ?? 0), 0))]]} />
      <Command text={last.command} />
    </>}
    <details><summary>{t.policy}</summary><Command text={state.toml} label={`${state.folder}/policy.toml`} /></details>
    <Next to="see" off={!last} />
  </>;
}
