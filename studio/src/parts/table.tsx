// A table of any length: only what is on the screen is asked for and drawn.
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../api.ts";
import { named, type Names } from "../names.ts";
import { count, t } from "../text.ts";

const HEIGHT = 30;
const PAGE = 100;
/** Browsers draw nothing higher than some thirty million pixels: beyond this, a pixel of scrolling is more than a pixel of rows. */
const HIGHEST = 8_000_000;

interface Rows { total: number; from: number; columns: string[]; hidden: boolean[]; rows: { row: number; cells: (string | null)[] }[] }

interface Asked { data: string; reading: number; run?: number; show: boolean; like?: Record<string, string>; label: string; names: Record<string, Names>; pick?: (row: number) => void }

export function GridTable({ data, reading, run, show, like, label, names, pick }: Asked) {
  const [page, setPage] = useState<Rows | null>(null);
  const [top, setTop] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const total = page?.total ?? 0;
  const scale = Math.max(1, (total * HEIGHT) / HIGHEST);
  const first = Math.floor((top * scale) / HEIGHT / (PAGE / 2)) * (PAGE / 2) - PAGE / 4;
  const from = Math.max(0, Math.min(first, total - PAGE));
  const key = JSON.stringify([data, reading, run, show, like]);
  useEffect(() => { setTop(0); box.current?.scrollTo(0, 0); }, [key]);
  useEffect(() => {
    let current = true;
    const asked = { data, run, from, count: PAGE, show, like: like ?? {} };
    call<Rows>("rows", asked).then((found) => current && setPage(found)).catch(() => undefined);
    return () => { current = false; };
  }, [key, from]);
  if (!page) return <p class="soft">{t.loading}…</p>;
  const below = Math.max(0, page.total - page.from - page.rows.length);
  const space = (rows: number) => <tr class="space" aria-hidden="true"><td colSpan={page.columns.length + 1} ref={(cell) => { if (cell) cell.style.height = `${(rows * HEIGHT) / scale}px`; }} /></tr>;
  return <figure>
    <div class="grid-table" ref={box} tabIndex={0} role="region" aria-label={label} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <table aria-rowcount={page.total}>
        <thead><tr><th scope="col" class="r"><span class="unseen">row</span></th>{page.columns.map((name) => <th scope="col" key={name}>{name}</th>)}</tr></thead>
        <tbody>
          {page.from > 0 && space(page.from)}
          {page.rows.map((row, at) => <tr key={row.row} aria-rowindex={page.from + at + 1} class={pick ? "pick" : ""} onClick={() => pick?.(row.row)}>
            <th scope="row">{pick ? <button class="plain row-pick" onClick={() => pick(row.row)}>{count(row.row)}</button> : count(row.row)}</th>
            {row.cells.map((cell, column) => cell === null ? <td class="hidden" key={column}>•••<span class="unseen">{t.hiddenCell}</span></td> : <td key={column} title={named(cell, names[page.columns[column]])}>{named(cell, names[page.columns[column]])}</td>)}
          </tr>)}
          {below > 0 && space(below)}
        </tbody>
      </table>
    </div>
    <figcaption>{t.rows(page.total)}</figcaption>
  </figure>;
}

export function ShowValues({ show, set }: { show: boolean; set: (show: boolean) => void }) {
  return <p><label><input type="checkbox" checked={show} onChange={(event) => set(event.currentTarget.checked)} /> {t.show}</label> <span class="soft small">{t.showNote}</span></p>;
}
