// Promise: choose how near a guess must not come and how sure it may be; see what can be had, and what it costs.
import { useEffect, useRef, useState } from "preact/hooks";
import { call, type Json } from "../api.ts";
import { Command, Empty, Meter, Trouble, Verdict } from "../parts/basics.tsx";
import { Next } from "../parts/next.tsx";
import { Staircase } from "../parts/staircase.tsx";
import type { Policy } from "../policy.ts";
import { columnsOf, type Protection as Said, promising, protections } from "../words.ts";
import { useProject } from "../store.ts";
import { percent, t } from "../text.ts";

const text = t.promise;
const list = (value: string | string[] | undefined) => (Array.isArray(value) ? value : value ? [value] : []);

export function PromiseScreen() {
  const { state, edit, begin, work, stop } = useProject();
  const words = state.words!;
  const protect = protections(words);
  const [chosen, setChosen] = useState(0);
  const [live, setLive] = useState<{ promises: (string | null)[] | null; problem: Json } | null>(null);
  const at = Math.min(chosen, Math.max(0, protect.length - 1));
  const advice = state.answers.advise;
  const advising = work.advise;
  const busy = advising && (advising.phase === "running" || advising.phase === "waiting");
  const fresh = advice?.current;
  // What is possible is asked anew whenever the words have changed and the program is idle.
  useEffect(() => {
    if (fresh || busy || state.problem || !state.look || advising?.phase === "stopped") return;
    const soon = setTimeout(() => void begin("ask", { data: state.data, kind: "advise" }, "advise"), 250);
    return () => clearTimeout(soon);
  }, [state.revision, fresh, busy]);
  useEffect(() => setLive(null), [state.revision]);

  const withPoint = (epsilon: string, m: number): Policy => promising(words, protect.map((one, index) => (index === at ? { ...one, [epsilonKey(one)]: epsilon, [mKey(one)]: m } : one)));
  const pending = useRef(0);
  const move = (epsilon: string, m: number) => {
    const mine = ++pending.current;
    setTimeout(() => { if (mine === pending.current) void call("check", { data: state.data, words: withPoint(epsilon, m) }).then((found) => mine === pending.current && setLive(found)).catch(() => undefined); }, 60);
  };
  const drop = (epsilon: string, m: number) => { pending.current += 1; void edit(withPoint(epsilon, m), text.changed); };
  const promises = (live?.promises ?? state.promises ?? []).filter((said): said is string => !!said);
  const check: Json = advice?.found.checks?.[at] ?? null;
  const one = protect[at];
  return <>
    <h1>{text.title}</h1>
    <div class="say" aria-live="polite"><p class="kicker">{text.kicker}</p>
      {promises.map((said) => <p key={said}>{said}</p>)}
      {!promises.length && <p>{!protect.length ? text.nothing : one && text.noSentence(one.principle)}</p>}
    </div>
    {state.problem && <Verdict sign="bad" title={t.make.unfit}><p>{state.problem.message}</p></Verdict>}
    {protect.length > 1 && <div class="tabs" role="group" aria-label={text.protections}>{protect.map((each, index) => <button key={index} aria-pressed={index === at} onClick={() => setChosen(index)}>{list(each.sensitive).join(", ") || each.principle}</button>)}</div>}
    <div class="two">
      <section class="sheet"><h2>{text.staircase}</h2>
        {check?.curve?.length && one && mKey(one) in one ? <Staircase sought={check.view === "candidates"} curve={check.curve} complete={check.curve_complete_to ?? Infinity} column={list(one.sensitive).join(", ") || check.sensitive?.[0]} epsilon={String(one[epsilonKey(one)])} m={Number(one[mKey(one)])} feasible={fresh ? check.feasible : null} move={move} drop={drop} />
          : !busy && protect.length > 0 && advice && <p class="soft">{text.noCurve}</p>}
        {busy && <Meter work={advising} stop={() => stop("advise")} />}
        {advising?.phase === "failed" && advising.error && !fresh && <Trouble problem={advising.error} />}
        {fresh && check && <Possible check={check} words={one} />}
        {!protect.length && <Empty title={text.nothing} />}
      </section>
      <section class="sheet"><h2>{text.protections}</h2>
        {protect.map((each, index) => <Protection key={index} words={each} set={(next) => { setChosen(index); void edit(promising(words, protect.map((other, place) => (place === index ? next : other))), text.changed); }} remove={() => edit(promising(words, protect.filter((_, place) => place !== index)), text.changed)} />)}
        <Add />
      </section>
    </div>
    <Price />
    {advice && <Command text={advice.command} />}
    <Next to="make" off={!protect.length} />
  </>;
}

/** The key that says how near, and the one that says how sure. */
const epsilonKey = (words: Said) => ["absolute", "relative", "delta", "below"].find((key) => key in words) ?? "absolute";
const mKey = (words: Said) => (words.principle === "delta-l" ? "l" : "m");

function Possible({ check, words }: { check: Json; words?: Said }) {
  const sign = check.feasible === true ? "good" : check.feasible === false ? "bad" : "warn";
  const title = check.feasible === true ? text.possible : check.feasible === false ? text.impossible : text.unknown;
  const m = words && Number(words[mKey(words)]);
  return <Verdict sign={sign} title={title}>
    {check.reason && <p>{check.reason}</p>}
    {check.max_m != null && words && <p>{text.most(check.max_m, String(words[epsilonKey(words)]))} {check.epsilon_below != null && Number(check.epsilon_below) !== 0 && m ? text.below(m, check.epsilon_below) : ""}</p>}
    {check.nearest && <p>{check.nearest}</p>}{check.tried && <p>{check.tried}</p>}
  </Verdict>;
}

/** The largest whole number that a policy may say. */
const MOST = 2 ** 32 - 1;

/** One protection: its rule and the numbers that the schema has for it. */
function Protection({ words, set, remove }: { words: Said; set: (words: Said) => void; remove: () => void }) {
  const { start, state } = useProject();
  const rules: Json[] = start.schema.properties.protect.items.oneOf;
  const rule = rules.find((one) => one.properties.principle.const === words.principle);
  const sensitive = columnsOf(state.words!, "sensitive");
  const keys = Object.entries<Json>(rule?.properties ?? {}).filter(([key, about]) => !["principle", "sensitive", "view"].includes(key) && (about.enum || about.type === "integer" || (Array.isArray(about.type) && about.type.includes("number")) || about.type === "string"));
  const [wrong, setWrong] = useState<string | null>(null);
  useEffect(() => setWrong(null), [state.revision]);
  const unfit = (key: string, value: string, about: Json) => {
    if (about.type !== "integer" || value === "") return null;
    const least = about.minimum ?? 0;
    return !/^\d+$/.test(value) || Number(value) < least ? text.whole(key, least) : Number(value) > MOST ? text.tooLarge(key, MOST) : null;
  };
  const put = (key: string, value: string, about: Json) => {
    const problem = unfit(key, value, about);
    setWrong(problem);
    if (problem) return;
    const { [key]: _, ...rest } = words;
    set(value === "" ? (rest as Said) : { ...words, [key]: about.type === "integer" && /^\d+$/.test(value) ? Number(value) : value });
  };
  const field = ([key, about]: [string, Json]) => <label class="field" key={key} title={about.description}><span>{key}</span>
    {about.enum ? <select value={String(words[key] ?? "")} onChange={(event) => put(key, event.currentTarget.value, about)}><option value="" />{about.enum.map((each: string) => <option key={each}>{each}</option>)}</select>
      : <input class="number" inputMode="decimal" value={String(words[key] ?? "")} onChange={(event) => put(key, event.currentTarget.value.trim(), about)} />}</label>;
  const [said, others] = [keys.filter(([key]) => key in words), keys.filter(([key]) => !(key in words))];
  return <fieldset class="protection">
    <legend class="unseen">{words.principle}</legend>
    <div class="fields">
      <label class="field"><span>{text.principle}</span><select value={words.principle} onChange={(event) => set({ principle: event.currentTarget.value, sensitive: words.sensitive, ...(words.view ? { view: words.view } : {}) })}>{rules.map((one) => <option key={one.properties.principle.const}>{one.properties.principle.const}</option>)}</select></label>
      <label class="field"><span>{text.sensitive}</span><select value={list(words.sensitive)[0] ?? ""} onChange={(event) => set({ ...words, sensitive: event.currentTarget.value })}>{!list(words.sensitive).length && <option value="" />}{sensitive.map((name) => <option key={name}>{name}</option>)}</select></label>
      {said.map(field)}
      <label class="field"><span>{text.view}</span><select value={words.view ?? "register"} onChange={(event) => set({ ...words, view: event.currentTarget.value })}>{Object.entries(text.whom).map(([view, whom]) => <option key={view} value={view}>{whom}</option>)}</select></label>
    </div>
    <p class="soft small">{text.view} {text.views[words.view ?? "register"]}.</p>
    {wrong && <p class="is-bad" role="alert">{wrong}</p>}
    {others.length > 0 && <details open={!said.length}><summary class="small">{text.more}</summary><div class="fields">{others.map(field)}</div></details>}
    <p class="soft small">{rule?.description}. <button class="plain" onClick={remove}>{text.remove}</button></p>
  </fieldset>;
}

function Add() {
  const { state, edit } = useProject();
  const words = state.words!;
  const columns = columnsOf(words, "sensitive");
  const free = columns.find((name) => !protections(words).some((one) => list(one.sensitive).includes(name))) ?? columns[0];
  const about = state.look.columns.find((column: Json) => column.name === free);
  const first: Said = about?.type === "label" ? { principle: "l-diversity", sensitive: free, kind: "distinct", l: 3 } : { principle: "epsilon-m", sensitive: free, absolute: state.answers.advise?.found.staircases?.find((one: Json) => one.sensitive === free)?.proposal?.absolute ?? "1", m: 5 };
  return <p><button disabled={!free} onClick={() => edit(promising(words, [...protections(words), first]), text.add)}>{text.add}</button></p>;
}

/** What promises around the one that is asked for would cost. */
function Price() {
  const { state, work, begin, stop, edit } = useProject();
  const now = work.price;
  const busy = now && (now.phase === "running" || now.phase === "waiting");
  const answer = state.answers.price;
  const price = answer?.found.price;
  const [view, setView] = useState<string | null>(null);
  const ask = () => begin("ask", { data: state.data, kind: "price" }, "price");
  const views = [...new Set<string>((price?.grid ?? []).map((cell: Json) => cell.view))];
  const asked = price?.grid.find((cell: Json) => cell.asked);
  const shown = view ?? asked?.view ?? views[0];
  const cells: Json[] = (price?.grid ?? []).filter((cell: Json) => cell.view === shown);
  const most = Math.max(...cells.map((cell) => cell.count_query?.high ?? 0), 0.01);
  const take = (cell: Json) => {
    const protect = protections(state.words!);
    const at = protect.findIndex((one) => "m" in one || "l" in one);
    const one = protect[at];
    if (one) void edit(promising(state.words!, protect.map((other, index) => (index === at ? { ...other, [epsilonKey(one)]: cell.epsilon, [mKey(one)]: cell.m, view: cell.view } : other))), text.changed);
  };
  return <section class="sheet"><h2>{text.price}</h2><p class="soft">{text.priceLead}</p>
    {busy ? <Meter work={now} stop={() => stop("price")} /> : <>
      {now?.phase === "failed" && now.error && <Trouble problem={now.error} />}
      {(!price || !answer.current) && <p><button class={price ? "" : "main"} disabled={!!state.problem || !state.words!.protect?.length} onClick={ask}>{text.priceAsk}</button></p>}
    </>}
    {price && !answer.current && <p class="is-warn">{text.priceOld(asked ? text.value(asked.epsilon, asked.m) : null)}</p>}
    {price && <div class={answer.current ? "" : "outdated"}>
      {price.sentences?.map((said: string) => <p key={said}>{said}</p>)}
      {views.length > 1 && <div class="tabs" role="group" aria-label={text.against}>{views.map((one) => <button key={one} aria-pressed={one === shown} onClick={() => setView(one)}>{text.views[one]}</button>)}</div>}
      <div class="scroll"><table><thead><tr><th scope="col">ε</th><th scope="col">m</th><th scope="col" colSpan={2}>{text.queries}</th><th scope="col" class="r">{text.means}</th><th scope="col" class="r">{text.loss}</th><th scope="col"><span class="unseen">{text.take}</span></th></tr></thead>
        <tbody>{cells.map((cell) => <tr key={cell.epsilon + cell.m} class={cell.asked ? "asked" : ""}>
          <td>{cell.epsilon}</td><td>{cell.m}</td>
          <td class="price-bar">{cell.count_query ? <Whisker low={cell.count_query.low} high={cell.count_query.high} at={cell.count_query.estimate} most={most} /> : <span class="soft">{cell.feasible === false ? text.impossibleCell : "–"}</span>}</td>
          <td class="r">{percent(cell.count_query?.estimate)}</td><td class="r">{percent(cell.mean_error?.estimate)}</td><td class="r">{cell.loss?.estimate.toFixed(3) ?? "–"}</td>
          <td class="r">{cell.asked ? <span class="chip">{answer.current ? text.asked : text.askedThen}</span> : cell.feasible !== false && <button class="plain" aria-label={`${text.take}: ${text.value(cell.epsilon, cell.m)}`} onClick={() => take(cell)}>{text.take}</button>}</td>
        </tr>)}</tbody></table></div>
      <Command text={answer.command} />
    </div>}
  </section>;
}

function Whisker({ low, high, at, most }: { low: number; high: number; at: number; most: number }) {
  const x = (value: number) => Math.max(0, Math.min(1, value / most)) * 200;
  return <svg viewBox="0 0 200 16" aria-hidden="true" class="whisk"><rect class="mark" x={0} y={4} width={x(at)} height={8} rx={2} opacity=".35" /><line class="whisker" x1={x(low)} x2={x(high)} y1={8} y2={8} /><circle class="mark" cx={x(at)} cy={8} r={4} /></svg>;
}
