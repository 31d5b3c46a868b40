// Make: run it, watch it, stop it.
import type { Json } from "../api.ts";
import { Command, Facts, Meter, Trouble, Verdict } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { Standing } from "../parts/standing.tsx";
import { type Run, useProject } from "../store.ts";
import { count, seconds, t } from "../text.ts";
import { Method } from "../parts/method.tsx";

const text = t.make;

export function Make() {
  const { state, work, begin, stop, go } = useProject();
  const now = work.make;
  const busy = now && (now.phase === "running" || now.phase === "waiting");
  const start = () => begin("make", { data: state.data }, "make");
  const last = state.runs.at(-1);
  const same = state.runs.filter((run) => run.current).at(-1);
  return <>
    <h1>{text.title}</h1><p class="lead">{text.lead}</p>
    {state.problem && <Verdict sign="bad" title={text.unfit}><p>{state.problem.message}</p><p><button onClick={() => go("promise")}>{t.next("Promise")}</button></p></Verdict>}
    {(state.promises ?? []).filter(Boolean).length > 0 && <div class="say"><p class="kicker">{t.promise.kicker}</p>{state.promises!.filter(Boolean).map((said) => <p key={said!}>{said}</p>)}</div>}
    <Method />
    {busy ? <Meter work={now} stop={() => stop("make")} /> : <p><button class="main" disabled={!!state.problem} onClick={start}>{last ? text.again : text.start}</button>{same && <span class="soft small"> {text.unchanged}</span>}</p>}
    {now?.phase === "failed" && now.error && <Trouble problem={now.error} />}
    {now?.phase === "stopped" && <Verdict sign="warn" title={t.stopped} />}
    {now && now.log.length > 0 && <details open={busy}><summary>{text.log}</summary><ol class="log">{now.log.map(([at, step], index) => <li key={index}>{t.step[step] ?? step} <span class="small">{seconds(at)}</span></li>)}</ol></details>}
    {last && !busy && <Made run={same ?? last} />}
    <details><summary>{t.policy}</summary><Command text={state.toml} label={`${state.folder}/policy.toml`} /></details>
    <Next to="see" off={!last} />
  </>;
}

/** A run that is in place, what it was made for, and whether that is what is asked for now. */
function Made({ run }: { run: Run }) {
  const made = run.made;
  const promises: string[] = (made.checks ?? []).map((check: Json) => check.promise).filter(Boolean);
  const kept = made.verdict === "pass";
  if (run.standing !== "there") return <Standing run={run} />;
  return <>
    {run.outdated && <Standing run={run} />}
    <Verdict sign={kept && run.current ? "good" : "warn"} title={(run.current ? text.done : text.earlier)(t.run(run.id), run.release)}>
      {!run.current && !run.outdated && <p>{text.other}</p>}
      {promises.length > 0 && <p>{text.madeFor(t.run(run.id), promises.join(" "))}</p>}
      <p>{kept ? text.kept : text.nothing}</p>
    </Verdict>
    <Facts facts={[[text.rows, count(made.tuples)], [text.groups, count(made.groups)], [text.withheld, count(made.suppressed)], [text.loss, made.loss?.toFixed(3) ?? "–"], [text.took, seconds(Object.entries(made.seconds as Record<string, number>).filter(([name]) => name !== "estimated").reduce((sum, [, value]) => sum + (value ?? 0), 0))]]} />
    <Command text={run.command} />
  </>;
}
