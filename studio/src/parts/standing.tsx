// What became of a release since it was made, and a release that is held to be looked at.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type Run, useProject } from "../store.ts";
import { t } from "../text.ts";
import { Meter, Verdict } from "./basics.tsx";

/** Says where a release is not what its run made, or not of the table as it is now. */
export function Standing({ run }: { run: Run }) {
  if (run.standing === "gone") return <Verdict sign="bad" title={t.standing.goneTitle}><p>{t.standing.gone(run.release)}</p></Verdict>;
  if (run.standing === "other") return <Verdict sign="bad" title={t.standing.otherTitle}><p>{t.standing.other(run.release)}</p></Verdict>;
  return run.outdated ? <Verdict sign="warn" title={t.standing.outdatedTitle}><p>{t.standing.outdated}</p></Verdict> : null;
}

/** A release is read once, in the background; then it is shown and asked at once. */
export function Held({ run, children }: { run: Run; children: ComponentChildren }) {
  const { state, work, begin, stop } = useProject();
  const [ready, setReady] = useState<string | null>(null);
  const key = `hold-${run.id}`;
  const wanted = `${run.id} ${state.reading}`;
  useEffect(() => {
    let current = true;
    if (ready !== wanted) void begin("hold", { data: state.data, run: run.id }, key).then((done) => current && done?.phase === "done" && setReady(wanted));
    return () => { current = false; };
  }, [wanted]);
  if (ready === wanted) return <>{children}</>;
  const now = work[key] ?? work.hold;
  return now && (now.phase === "running" || now.phase === "waiting") ? <Meter work={now} stop={() => stop(key)} /> : <p class="soft">{t.loading}…</p>;
}
