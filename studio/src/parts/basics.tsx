// Small things that every screen uses.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Problem, Work } from "../api.ts";
import { seconds, t } from "../text.ts";

export function Verdict({ sign, title, children }: { sign: "good" | "bad" | "warn"; title: string; children?: ComponentChildren }) {
  const mark = { good: "✓", bad: "✗", warn: "!" }[sign];
  return <section class={`verdict ${sign}`}><h2><span aria-hidden="true">{mark}</span><span>{title}</span></h2>{children}</section>;
}

export function Trouble({ problem, again }: { problem: Problem; again?: () => void }) {
  const impossible = problem.kind === "impossible" || problem.kind === "not-found";
  return <div role="alert"><Verdict sign={impossible ? "warn" : "bad"} title={t.failed}>
    <p>{problem.kind === "gone" ? t.gone : problem.message}</p>
    {again && <p><button onClick={again}>{t.again}</button></p>}
  </Verdict></div>;
}

export function Command({ text, label = t.same }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => undefined);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return <>
    <p class="kicker">{label}</p>
    <div class="command"><pre tabIndex={0} aria-label={label}>{text}</pre><button onClick={copy}><span aria-live="polite">{copied ? t.copied : t.copy}</span></button></div>
  </>;
}

/** Work under way: what it does, how far it is, how long it will take. */
export function Meter({ work, stop }: { work: Work; stop: () => void }) {
  const [, beat] = useState(0);
  useEffect(() => { const clock = setInterval(() => beat((n) => n + 1), 500); return () => clearInterval(clock); }, []);
  const share = work.total ? Math.min(1, work.done / work.total) : null;
  const name = t.step[work.step] ?? work.step;
  const left = work.expected && work.expected - work.seconds > 1 ? t.left(work.expected - work.seconds) : "";
  return <div class="sheet" role="status">
    <div class={`meter ${share === null ? "busy" : ""}`} role="progressbar" aria-label={name || t.phase[work.phase]} aria-valuenow={share === null ? undefined : Math.round(share * 100)} aria-valuemin={0} aria-valuemax={100}>
      <i ref={(bar) => { if (bar && share !== null) bar.style.width = `${share * 100}%`; }} />
    </div>
    <p>{work.phase === "waiting" ? t.phase.waiting : <>{name}{share !== null && `, ${Math.round(share * 100)}%`}</>} <span class="soft">· {seconds(work.seconds)}{left && ` · ${left}`}</span></p>
    <button onClick={stop}>{t.stop}</button>
  </div>;
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return <div class="empty"><h2>{title}</h2>{children}</div>;
}

export function Facts({ facts }: { facts: [string, string][] }) {
  return <dl class="facts">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>;
}

export interface Bar { name: string; share: number; text: string; was?: boolean; line?: number }

/** Bars from the left, with a line where something is allowed. Widths are set by script: the page's rules allow no inline styles. */
export function Bars({ bars, whole = 1 }: { bars: Bar[]; whole?: number }) {
  const at = (share: number) => `${Math.max(0, Math.min(1, share / whole)) * 100}%`;
  return <div class="bars">{bars.map((bar, index) => <>
    <b key={index}>{bar.name}</b>
    <span class="track" aria-hidden="true"><i class={bar.was ? "was" : ""} ref={(one) => { if (one) one.style.width = at(bar.share); }} />{bar.line !== undefined && <u ref={(one) => { if (one) one.style.left = at(bar.line!); }} />}</span>
    <span>{bar.text}</span>
  </>)}</div>;
}
