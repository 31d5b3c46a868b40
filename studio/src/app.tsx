// The frame around all screens: where the reader is, what is open, what went wrong.
import { render } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, CallError, CHANGED, follow, token, type Problem, type Work } from "./api.ts";
import { Meter, Trouble } from "./parts/basics.tsx";
import { Attack } from "./screens/attack.tsx";
import { Audit } from "./screens/audit.tsx";
import { Compare } from "./screens/compare.tsx";
import { Hierarchies } from "./screens/hierarchies.tsx";
import { Make } from "./screens/make.tsx";
import { Open } from "./screens/open.tsx";
import { PromiseScreen } from "./screens/promise.tsx";
import { See } from "./screens/see.tsx";
import { Sign } from "./screens/sign.tsx";
import { Use } from "./screens/use.tsx";
import { type Start, type State, type Store, StoreContext } from "./store.ts";
import { type Screen, screens, t } from "./text.ts";

const ORDER = Object.keys(screens) as Screen[];
const SHOWN = { open: Open, hierarchies: Hierarchies, promise: PromiseScreen, make: Make, see: See, use: Use, attack: Attack, compare: Compare, sign: Sign, audit: Audit };
/** Screens that look at a release. */
const OF_RUNS: Screen[] = ["see", "use", "attack", "compare", "sign"];

/** The address: token, screen, table. */
function place(): { screen: Screen; data: string | null } {
  const [, screen, ...data] = location.hash.slice(1).split("/");
  return { screen: screen in SHOWN ? (screen as Screen) : "open", data: data.length ? decodeURIComponent(data.join("/")) : null };
}

const problemOf = (error: unknown): Problem => (error instanceof CallError ? error.problem : { kind: "bug", message: String(error) });

const DONE = { phase: "done" } as Work;

function App() {
  const [start, setStart] = useState<Start | null>(null);
  const [state, setState] = useState<State | null>(null);
  const [screen, setScreen] = useState<Screen>(place().screen);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [work, setWork] = useState<Record<string, Work>>({});
  const [opening, setOpening] = useState(true);
  const heading = useRef<HTMLElement>(null);
  const held = useRef<State | null>(null);
  const followed = useRef(new Set<number>());
  held.current = state;

  // What was changed under the page is told where it is shown, once that is known.
  const complain = useCallback((found: Problem) => { if (found.kind !== "changed") setProblem(found); }, []);
  const note = (to: Screen, data: string | null, push: boolean) => {
    const address = `#${token()}/${to}${data ? `/${encodeURIComponent(data)}` : ""}`;
    if (address !== location.hash) history[push ? "pushState" : "replaceState"](null, "", address);
  };
  const refresh = useCallback(async () => {
    const data = held.current?.data;
    // Meanwhile it may have been closed, or another one opened.
    if (data) await call<State>("state", { data }).then((found) => held.current?.data === data && setState(found)).catch((error) => complain(problemOf(error)));
  }, []);
  const go = useCallback((to: Screen) => {
    note(to, held.current?.data ?? null, true);
    setScreen(to);
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    // Files may have been changed meanwhile.
    void refresh();
  }, []);
  const watch = useCallback(async (job: number, key: string): Promise<Work | null> => {
    const tell = (now: Work) => setWork((all) => ({ ...all, [key]: now }));
    followed.current.add(job);
    try {
      return await follow(job, tell);
    } catch (error) {
      complain(problemOf(error));
      setWork(({ [key]: _, ...rest }) => rest);
      return null;
    } finally {
      await refresh();
    }
  }, []);
  const begin = useCallback(async (name: string, body: object, key: string) => {
    setProblem(null);
    try {
      const { job } = await call<{ job: number | null }>(name, body);
      // Nothing was left to be done.
      return job === null ? DONE : await watch(job, key);
    } catch (error) {
      complain(problemOf(error));
      return null;
    }
  }, []);
  const open = useCallback(async (data: string) => {
    setProblem(null);
    try {
      const found = await call<State>("open", { data });
      setState(found);
      // A short read may have ended before this answer.
      const ended = found.jobs.filter((one) => one.kind === "look").at(-1);
      setWork(ended && !found.look ? { look: ended } : {});
      held.current = found;
      note(place().screen === "audit" ? "open" : place().screen, found.data, true);
      setScreen(place().screen);
    } catch (error) {
      complain(problemOf(error));
    }
  }, []);
  const edit = useCallback(async (words: State["words"], what: string) => {
    const now = held.current;
    if (!now) return;
    try {
      setState(await call<State>("edit", { data: now.data, revision: now.revision, words, what }));
    } catch (error) {
      const found = problemOf(error);
      complain(found.kind === "stale" ? { ...found, message: t.stale } : found);
      if (found.kind === "stale") await refresh();
    }
  }, []);
  const undo = useCallback(async (redo = false) => {
    if (held.current) await call<State>("undo", { data: held.current.data, redo }).then(setState).catch((error) => complain(problemOf(error)));
  }, []);
  const close = useCallback(() => { held.current = null; setState(null); note("open", null, true); setScreen("open"); }, []);
  const stop = (key: string) => { if (work[key]) void call("stop", { job: work[key].id }).catch(() => undefined); };

  useEffect(() => {
    if (!token()) { complain({ kind: "token", message: t.noToken }); return; }
    call<Start>("start").then(async (found) => {
      setStart(found);
      const wanted = place().data ?? found.first;
      if (wanted && place().screen !== "audit") await open(wanted);
    }).catch((error) => complain(problemOf(error))).finally(() => setOpening(false));
    const moved = () => setScreen(place().screen);
    const seen = () => { if (document.visibilityState === "visible") void refresh(); };
    const changed = () => void refresh();
    addEventListener("popstate", moved);
    addEventListener(CHANGED, changed);
    document.addEventListener("visibilitychange", seen);
    return () => { removeEventListener("popstate", moved); removeEventListener(CHANGED, changed); document.removeEventListener("visibilitychange", seen); };
  }, []);
  // Work that another tab began, that went on while this one was closed, or that a change has begun.
  useEffect(() => {
    for (const job of state?.jobs ?? []) if ((job.phase === "running" || job.phase === "waiting") && !followed.current.has(job.id)) void watch(job.id, job.kind);
  }, [state]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !typing) { event.preventDefault(); void undo(event.shiftKey); }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  // On a telephone the steps are a strip: where one is stays in sight.
  useEffect(() => document.querySelector(".rail [aria-current]")?.scrollIntoView({ inline: "center", block: "nearest" }), [screen]);
  useEffect(() => { document.title = `${screen === "audit" ? t.audit.title : screens[screen]} – ${state?.data ?? t.title}`; }, [screen, state?.data]);

  const store = useMemo<Store | null>(() => start && { start, state, screen, work, go, open, close, edit, undo, refresh, begin, stop, complain, set: setState }, [start, state, screen, work]);
  if (!store) return <main class="screen" id="screen"><h1>{t.title}</h1>{problem ? <Trouble problem={problem} /> : <p class="soft" role="status">{t.loading}…</p>}</main>;
  const Shown = SHOWN[screen];
  const needs = screen !== "open" && screen !== "audit" && !state?.look;
  const reading = state && !state.look && busy(work.look) ? work.look : null;
  const stuck = !reading && !opening && (!state || ["failed", "stopped"].includes(work.look?.phase) || !!problem);
  return <StoreContext.Provider value={store}>
    <a class="skip" href="#screen" onClick={(event) => { event.preventDefault(); heading.current?.focus(); }}>{t.skip}</a>
    <div class="frame">
      <Rail store={store} />
      <main class="screen" id="screen" tabIndex={-1} ref={heading}>
        {state && screen !== "audit" ? <TopBar store={store} again={!!state.look && busy(work.look)} /> : <div class="bar"><span class="file">{screen === "audit" ? t.auditor : t.title}</span></div>}
        <div class="content">
          {needs && !reading ? (stuck ? <Stuck store={store} problem={problem} /> : <h1>{t.loading}…</h1>) : reading ? <><h1>{state!.data}</h1><Meter work={reading} stop={() => stop("look")} /></> : <Shown />}
        </div>
        {problem && !(needs && stuck) && <div class="toast"><Trouble problem={problem} /><p><button onClick={() => setProblem(null)}>{t.dismiss}</button></p></div>}
      </main>
    </div>
  </StoreContext.Provider>;
}

/** A screen that needs a table, where there is none: it is gone, cannot be read, or none is open. */
function Stuck({ store: { state, work, open, close }, problem }: { store: Store; problem: Problem | null }) {
  const found = work.look?.phase === "failed" ? work.look.error : problem;
  const wanted = state?.data ?? place().data;
  return <>
    <h1>{wanted ?? t.noTable}</h1>
    {found ? <Trouble problem={found} again={wanted ? () => void open(wanted) : undefined} /> : wanted && <p>{state ? t.stopped : t.noTable}</p>}
    <p><button onClick={close}>{t.open.another}</button></p>
  </>;
}

function Rail({ store: { state, screen, go, start } }: { store: Store }) {
  const off = (name: Screen) => name !== "open" && (!state?.look || (OF_RUNS.includes(name) && !state.runs.length));
  const done = (name: Screen) => (name === "open" && state?.look) || (name === "make" && state?.runs.length) || (name === "promise" && state?.words?.protect?.length);
  return <nav class="rail" aria-label={t.steps}>
    <a class="brand" href={`#${token()}/open`} onClick={(event) => { event.preventDefault(); go("open"); }}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="5" cy="12" r="3.2" fill="var(--accent)" /><circle cx="17" cy="6" r="2" fill="var(--was)" /><circle cx="19" cy="13" r="2" fill="var(--was)" /><circle cx="16" cy="19" r="2" fill="var(--was)" /></svg>
      <span>{t.title}</span>
    </a>
    <ol class="steps">{ORDER.map((name, at) => <li key={name} class={done(name) ? "done" : ""}>
      <a href={off(name) ? undefined : `#${token()}/${name}`} role={off(name) ? "link" : undefined} aria-disabled={off(name) || undefined} aria-current={screen === name ? "step" : undefined}
        title={off(name) ? (state?.look ? t.noRun : t.noTable) : undefined} onClick={(event) => { event.preventDefault(); if (!off(name)) go(name); }}>
        <span class="n" aria-hidden="true">{done(name) && screen !== name ? "✓" : at + 1}</span>{name === "audit" ? t.auditor : screens[name]}
      </a>
    </li>)}</ol>
    <ol class="steps"><li><a href={`#${token()}/audit`} aria-current={screen === "audit" ? "page" : undefined} onClick={(event) => { event.preventDefault(); go("audit"); }}><span class="n" aria-hidden="true">?</span>{t.auditor}</a></li></ol>
    <p class="foot">{t.local}<br />aloof {start.version}</p>
  </nav>;
}

const busy = (work?: Work) => work?.phase === "running" || work?.phase === "waiting";

function TopBar({ store: { state, undo }, again }: { store: Store; again: boolean }) {
  return <div class="bar">
    <span class="file">{state!.data}</span>
    {state!.look && <span class="soft small word">{t.rows(state!.look.rows)}, {t.columns(state!.look.columns.length)}</span>}
    <span class="soft small" role="status">{again && t.readingAgain}</span>
    <span class="rest">
      <button class="icon" disabled={!state!.undo} onClick={() => undo()} title={state!.undo ? t.undoing(state!.undo) : t.undo}>↶ <span class="word">{t.undo}</span><span class="unseen"> {state!.undo ?? ""}</span></button>
      <button class="icon" disabled={!state!.redo} onClick={() => undo(true)} title={state!.redo ? t.redoing(state!.redo) : t.redo}>↷ <span class="word">{t.redo}</span><span class="unseen"> {state!.redo ?? ""}</span></button>
    </span>
  </div>;
}

render(<App />, document.getElementById("app")!);
