// A question about a run that takes a while: the button that asks it, its progress, its answer.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call, type Json } from "../api.ts";
import { type Run, useProject } from "../store.ts";
import { t } from "../text.ts";
import { Command, Meter, Trouble } from "./basics.tsx";

/** The run that a screen looks at: the newest, unless another is chosen. */
export function useRun(): [Run | undefined, ComponentChildren] {
  const { state } = useProject();
  const [id, setId] = useState<number | null>(null);
  const run = state.runs.find((one) => one.id === id) ?? state.runs.at(-1);
  const choice = state.runs.length > 1 && <p><label>{t.choose} <select value={run?.id} onChange={(event) => setId(Number(event.currentTarget.value))}>
    {state.runs.map((one) => <option key={one.id} value={one.id}>{t.run(one.id)}: {one.made.checks?.map((check: Json) => check.title).join(", ")}</option>)}
  </select></label></p>;
  return [run, choice];
}

export function Asked({ kind, run, ask, children }: { kind: string; run: Run; ask: string; children: (found: Json) => ComponentChildren }) {
  const { state, work, begin, stop } = useProject();
  const [found, setFound] = useState<Json>(null);
  const key = `${kind}-${run.id}`;
  const now = work[key] ?? work[kind];
  const has = run.answers.includes(kind);
  useEffect(() => {
    let current = true;
    setFound(null);
    if (has) void call("answer", { data: state.data, kind, run: run.id }).then((answer) => current && setFound(answer)).catch(() => undefined);
    return () => { current = false; };
  }, [run.id, kind, has]);
  const start = () => begin("ask", { data: state.data, kind, run: run.id }, key);
  if (now && (now.phase === "running" || now.phase === "waiting")) return <Meter work={now} stop={() => stop(work[key] ? key : kind)} />;
  if (found) return <>{children(found.found)}<Command text={found.command} /></>;
  if (has) return <p class="soft">{t.loading}…</p>;
  return <>
    {now?.phase === "failed" && now.error && <Trouble problem={now.error} />}
    <p><button class="main" onClick={start}>{ask}</button></p>
  </>;
}
