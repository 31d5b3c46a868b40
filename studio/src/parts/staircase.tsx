// The ε–m staircase: what can be promised lies below it. The point is dragged, or moved with arrow keys.
import { scalePow } from "d3-scale";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../text.ts";

const text = t.promise;
const [LEFT, BOTTOM, TOP, RIGHT] = [54, 46, 16, 20];
const [NARROW, WIDE] = [300, 640];

export interface Step { epsilon: string; max_m: number }

interface Asked { sought: boolean; curve: Step[]; complete: number; column: string; epsilon: string; m: number; feasible: boolean | null; move: (epsilon: string, m: number) => void; drop: (epsilon: string, m: number) => void }

/** A round number near `value`, with two digits: what people would choose. */
function round(value: number): string {
  if (value <= 0) return "0";
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  const rounded = Math.round(value / unit) * unit;
  return unit >= 1 ? String(Math.round(rounded)) : rounded.toFixed(Math.min(12, Math.round(-Math.log10(unit))));
}

export function Staircase({ sought, curve, complete, column, epsilon, m, feasible, move, drop }: Asked) {
  const svg = useRef<SVGSVGElement>(null);
  const figure = useRef<HTMLElement>(null);
  const [WIDTH, setWidth] = useState(WIDE);
  const HEIGHT = Math.max(280, WIDTH * 0.62);
  // Letters keep their size on a telephone.
  useEffect(() => {
    const measure = new ResizeObserver(([box]) => setWidth(Math.max(NARROW, Math.min(WIDE, Math.round(box.contentRect.width)))));
    measure.observe(figure.current!);
    return () => measure.disconnect();
  }, []);
  const [drag, setDrag] = useState<{ epsilon: string; m: number } | null>(null);
  const steps = useMemo(() => curve.map((step) => ({ at: Number(step.epsilon), m: step.max_m })), [curve]);
  const farthest = Math.max(steps.at(-1)?.at ?? 1, Number(epsilon) * 1.1) * 1.08 || 1;
  // Above some m steps of the curve are left out: nothing is drawn there. Before the first step below it all that is drawn is possible.
  const cut = steps.some((step) => step.m > complete);
  const highest = Math.max(Math.min(complete, Math.max(...steps.map((step) => step.m))), m, 2) * 1.08;
  const x = scalePow().exponent(0.5).domain([0, farthest]).range([LEFT, WIDTH - RIGHT]);
  const y = scalePow().exponent(0.5).domain([1, highest]).range([HEIGHT - BOTTOM, TOP]);
  const line = (drawn: { at: number; m: number }[]) => (drawn.length ? `${drawn.map((step, at) => `${at ? "H" + x(step.at) + "V" : "M" + x(step.at) + ","}${y(step.m)}`).join("")}H${WIDTH - RIGHT}` : "");
  const known = steps.filter((step) => step.m <= complete);
  const edge = line(cut && known.length ? [{ at: known[0].at, m: complete }, ...known] : known);
  const below = line(steps.map((step) => ({ ...step, m: Math.min(step.m, complete) })));
  const now = drag ?? { epsilon, m };
  const [atX, atY] = [x(Math.max(0, Number(now.epsilon) || 0)), y(now.m)];
  const from = (event: PointerEvent) => {
    const box = svg.current!.getBoundingClientRect();
    const [px, py] = [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT];
    const next = { epsilon: round(Math.max(0, x.invert(Math.max(LEFT, Math.min(WIDTH - RIGHT, px))))), m: Math.max(2, Math.round(y.invert(Math.max(TOP, Math.min(HEIGHT - BOTTOM, py))))) };
    setDrag(next);
    move(next.epsilon, next.m);
    return next;
  };
  const key = (event: KeyboardEvent) => {
    const [value, unit] = [Number(epsilon), 10 ** Math.floor(Math.log10(Math.max(Number(epsilon), 1e-9)))];
    const moves: Record<string, [number, number]> = { ArrowUp: [value, m + 1], ArrowDown: [value, Math.max(2, m - 1)], ArrowRight: [value + unit / 2, m], ArrowLeft: [Math.max(0, value - unit / 2), m], PageUp: [value, m + 5], PageDown: [value, Math.max(2, m - 5)] };
    const to = moves[event.key];
    if (!to) return;
    event.preventDefault();
    drop(to[0] === value ? epsilon : round(to[0]), to[1]);
  };
  const under = steps.filter((step) => step.at <= Number(now.epsilon)).at(-1)?.m ?? Infinity;
  const off = drag ? now.m > under : feasible === false;
  const ticksY = y.ticks(7).filter((tick) => Number.isInteger(tick) && tick >= 1);
  const apart = (kept: number[], tick: number) => (kept.length && x(tick) - x(kept.at(-1)!) < 56 ? kept : [...kept, tick]);
  const ticksX = x.ticks(6).reduce(apart, []);
  return <figure ref={figure}>
    <svg ref={svg} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label={text.staircase}
      onPointerMove={(event) => drag && from(event)} onPointerUp={(event) => { if (drag) { const last = from(event); setDrag(null); drop(last.epsilon, last.m); } }}>
      {ticksY.map((tick) => <g key={tick}><line class="rule" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} /><text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">{tick}</text></g>)}
      {ticksX.map((tick) => <text key={tick} x={x(tick)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">{tick.toLocaleString("en")}</text>)}
      {steps.length > 0 && !sought && <path class="possible" d={`${below}V${y(1)}H${x(steps[0].at)}Z`} />}
      <path class="edge" d={edge} />
      {cut && <text x={WIDTH - RIGHT} y={y(complete) - 6} text-anchor="end">{text.notDrawn(complete)}</text>}
      <line class="axis" x1={LEFT} x2={WIDTH - RIGHT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 8} text-anchor="middle">{text.x(column)}</text>
      <text transform={`translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)`} text-anchor="middle">{text.y}</text>
      <line class="guide" x1={atX} x2={atX} y1={atY} y2={HEIGHT - BOTTOM} /><line class="guide" x1={LEFT} x2={atX} y1={atY} y2={atY} />
      <circle class={`handle ${off ? "off" : ""}`} cx={atX} cy={atY} r={11} tabindex={0} role="slider" aria-label={text.handle} aria-valuemin={1} aria-valuemax={Math.round(highest)} aria-valuenow={now.m} aria-valuetext={text.value(now.epsilon, now.m)}
        onPointerDown={(event) => { event.preventDefault(); svg.current!.setPointerCapture(event.pointerId); setDrag({ epsilon, m }); event.currentTarget.focus(); }} onKeyDown={key} />
      <text class="name halo" x={atX > WIDTH * 0.7 ? atX - 16 : atX + 16} text-anchor={atX > WIDTH * 0.7 ? "end" : "start"} y={atY - 12}>{text.value(now.epsilon, now.m)}</text>
    </svg>
    <figcaption>{sought ? text.staircaseSought : text.staircaseNote}{cut && ` ${text.staircaseCut(complete)}`}</figcaption>
  </figure>;
}
