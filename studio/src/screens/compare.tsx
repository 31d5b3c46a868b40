// Compare: all runs of the project, and the way back to any.
import { scaleLinear } from "d3-scale";
import { call, type Json } from "../api.ts";
import { Command, Empty, Meter, Trouble } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { type Run, useProject } from "../store.ts";
import { percent, t } from "../text.ts";
import { fraction } from "./see.tsx";

const text = t.compare;

export function Compare() {
  const { state, work, begin, stop, set, complain } = useProject();
  const now = work.compare;
  const busy = now && (now.phase === "running" || now.phase === "waiting");
  const answer = state.answers.compare;
  const all = answer && state.runs.every((run) => run.standing !== "there" || answer.found.releases.some((one: Json) => one.name === run.release));
  const restore = (run: Run) => call("restore", { data: state.data, run: run.id }).then(set).catch((error) => complain(error.problem));
  if (!state.runs.length) return <><h1>{text.title}</h1><Empty title={text.none}><p>{t.noRunSaid}</p></Empty></>;
  const found = (run: Run): Json => answer?.found.releases.find((one: Json) => one.name === run.release);
  const labels = [text.keeps, text.verdict, text.queries, text.means, text.loss, ""];
  return <><h1>{text.title}</h1><p class="lead">{text.lead}</p>
    {answer?.found.sentences?.length > 0 && all && <div class="say">{answer.found.sentences.map((said: string) => <p key={said}>{said}</p>)}</div>}
    <section class="sheet scroll"><table class="wide"><thead><tr><th scope="col">{text.run}</th>{labels.map((label) => <th scope="col" key={label} class={label === text.keeps || label === text.verdict ? "" : "r"}>{label || <span class="unseen">{text.back}</span>}</th>)}</tr></thead>
      <tbody>{state.runs.map((run) => { const one = found(run); return <tr key={run.id} class={run.current ? "asked" : ""}>
        <th scope="row">{t.run(run.id)}{run.standing !== "there" ? <span class="is-bad small"> {run.standing === "gone" ? t.standing.goneTitle : t.standing.otherTitle}</span> : run.outdated && <span class="is-warn small"> {t.standing.outdatedTitle}</span>}</th><td data-label={text.keeps}>{run.made.checks?.filter((check: Json) => check.required).map((check: Json) => `${check.title}, ${check.view}`).join("; ")}</td>
        <td data-label={text.verdict}>{one ? <span class={one.verdict === "pass" ? "is-good" : "is-bad"}>{t.see.verdict[one.verdict] ?? one.verdict}</span> : "–"}</td>
        <td data-label={text.queries} class="r">{percent(one?.errors?.count_query)}</td><td data-label={text.means} class="r">{percent(one?.errors?.means)}</td><td data-label={text.loss} class="r">{run.made.loss?.toFixed(3) ?? "–"}</td>
        <td class="r">{!run.current && <button class="plain" aria-label={`${text.back}: ${t.run(run.id)}`} onClick={() => restore(run)}>{text.back}</button>}</td></tr>; })}</tbody></table></section>
    {busy ? <Meter work={now} stop={() => stop("compare")} /> : (!all || !answer?.current) && <p><button class="main" onClick={() => begin("ask", { data: state.data, kind: "compare" }, "compare")}>{text.ask}</button></p>}
    {now?.phase === "failed" && now.error && <Trouble problem={now.error} />}
    {answer && all && <><section class="sheet"><h2>{text.chart}</h2><Frontier releases={answer.found.releases} runs={state.runs} /></section><Command text={answer.command} /></>}
    <Next to="sign" /></>;
}

function Frontier({ releases, runs }: { releases: Json[]; runs: Run[] }) {
  // A risk is a share of what is asked for; what is measured otherwise, or not at all, has no place here.
  const risk = (one: Json) => Math.max(...one.risks.filter((each: Json) => each.required && each.bound_is === "at most").map((each: Json) => fraction(each.worst_risk)));
  const all = runs.flatMap((run) => releases.filter((one) => one.name === run.release).map((one) => ({ name: t.run(run.id), x: one.errors?.count_query ?? NaN, y: risk(one), pass: one.verdict === "pass" })));
  const fits = (point: { x: number; y: number }) => Number.isFinite(point.x) && point.y >= 0 && point.y <= 1;
  // Runs that lie in one place have one mark, with all their names.
  const points = all.filter(fits).reduce<typeof all>((kept, point) => {
    const same = kept.find((one) => one.x === point.x && one.y === point.y);
    return same ? kept.map((one) => (one === same ? { ...one, name: `${one.name}, ${point.name}` } : one)) : [...kept, point];
  }, []);
  const missing = all.filter((point) => !fits(point));
  const x = scaleLinear().domain([0, Math.max(...points.map((point) => point.x), 0.05)]).nice(6).range([54, 570]);
  const y = scaleLinear().domain([0, Math.max(...points.map((point) => point.y), 0.2)]).nice(5).range([250, 16]);
  return <figure><svg viewBox="0 0 640 300" role="img" aria-label={points.map((point) => `${point.name}: ${percent(point.x)}, ${percent(point.y)}`).join("; ")}>
    {y.ticks(5).map((tick) => <g key={tick}><line class="rule" x1={54} x2={570} y1={y(tick)} y2={y(tick)} /><text x={46} y={y(tick) + 4} text-anchor="end">{percent(tick, 0)}</text></g>)}
    {x.ticks(6).map((tick) => <text key={tick} x={x(tick)} y={268} text-anchor="middle">{percent(tick, 0)}</text>)}
    <line class="axis" x1={54} x2={570} y1={250} y2={250} /><text x={312} y={292} text-anchor="middle">{text.chartX}</text><text transform="translate(12 133) rotate(-90)" text-anchor="middle">{text.chartY}</text>
    {points.map((point) => <g key={point.name}><circle class={`mark ${point.pass ? "" : "other"}`} cx={x(point.x)} cy={y(point.y)} r={7} /><text class="name" x={x(point.x) + 11} y={y(point.y) + 4}>{point.name}</text></g>)}
  </svg>{missing.length > 0 && <figcaption>{text.notDrawn(missing.map((point) => point.name).join(", "))}</figcaption>}</figure>;
}
