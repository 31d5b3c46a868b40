// Use: what answers are still right.
import type { Json } from "../api.ts";
import { Asked, useRun } from "../parts/asked.tsx";
import { Bars, Empty } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { percent, t } from "../text.ts";

const text = t.use;

export function Use() {
  const [run, choice] = useRun();
  return <><h1>{text.title}</h1><p class="lead">{text.lead}</p>{choice}
    {!run ? <Empty title={t.noRun}><p>{t.noRunSaid}</p></Empty> : <Asked kind="use" run={run} ask={text.ask}>{(found) => <Measured found={found} />}</Asked>}
    <Next to="attack" off={!run} /></>;
}

const figure = (value: number | null | undefined) => (value == null ? "–" : Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3));

function Measured({ found }: { found: Json }) {
  const queries: Json[] = found.count_query;
  const most = Math.max(...queries.map((one) => one.mean_relative_error ?? 0), 0.05);
  return <>
    <div class="say">{found.sentences.map((said: string) => <p key={said}>{said}</p>)}</div>
    <div class="sheets">
      <section class="sheet"><h2>{text.queries}</h2><p class="soft">{text.queriesLead}</p>
        <Bars whole={most} bars={queries.map((one) => ({ name: `${one.dimensions} ${text.columns}, ${percent(Number(one.selectivity), 0)}`, share: one.mean_relative_error ?? 0, text: percent(one.mean_relative_error) }))} /></section>
      <section class="sheet"><h2>{text.loss}</h2><p class="soft">{text.lossLead}</p><Bars bars={found.columns.map((one: Json) => ({ name: one.column, share: one.ncp, text: percent(one.ncp) }))} /></section>
    </div>
    {found.analyses?.regressions?.map((one: Json) => <section class="sheet scroll" key={one.target}><h2>{text.regression(one.target)}</h2>
      <table><thead><tr><th scope="col">{text.coefficient}</th><th scope="col" class="r">{text.original}</th><th scope="col" class="r">{text.release}</th><th scope="col" class="r">{text.overlap}</th></tr></thead>
        <tbody>{one.coefficients.slice(0, 40).map((each: Json) => <tr key={each.column + (each.label ?? "")}><td>{each.column}{each.label ? `: ${each.label}` : ""}</td><td class="r">{figure(each.original)}</td><td class="r">{figure(each.release)}</td><td class="r">{percent(each.overlap, 0)}</td></tr>)}</tbody></table></section>)}
    {found.analyses?.cross_tabulations?.length > 0 && <section class="sheet scroll"><h2>{text.tables}</h2>
      <table><thead><tr><th scope="col">{text.columns}</th><th scope="col" class="r">{text.misplaced}</th><th scope="col" class="r">{text.association}: {text.original}</th><th scope="col" class="r">{text.release}</th></tr></thead>
        <tbody>{found.analyses.cross_tabulations.slice(0, 40).map((one: Json) => <tr key={one.columns.join()}><td>{one.columns.join(" × ")}</td><td class="r">{percent(one.misplaced)}</td><td class="r">{one.association.original.toFixed(2)}</td><td class="r">{one.association.release.toFixed(2)}</td></tr>)}</tbody></table></section>}
    <p class="soft">{text.private}</p>
  </>;
}
