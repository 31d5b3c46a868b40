// How to get there: effort, time, who may be withheld, the format.
import { useProject } from "../store.ts";
import type { Word } from "../words.ts";
import { t } from "../text.ts";

const text = t.promise;

export function Method() {
  const { state, edit, start } = useProject();
  const words = state.words!;
  const said = (table: "method" | "output", key: string) => String((words[table] as Record<string, Word> | null | undefined)?.[key] ?? "");
  const schema = start.schema.properties;
  const set = (table: "method" | "output", key: string, value: string) => edit({ ...words, [table]: { ...(words[table] ?? {}), [key]: value || null } }, text.method);
  const choice = (table: "method" | "output", key: string, label: string) => <label class="field"><span>{label}</span>
    <select value={said(table, key)} onChange={(event) => set(table, key, event.currentTarget.value)}>
      <option value="">{text.auto}</option>{(schema[table].properties[key].enum as string[]).map((one) => <option key={one}>{one}</option>)}
    </select></label>;
  const input = (key: string, label: string, hint: string) => <label class="field"><span>{label}</span><input class="number" placeholder={hint} value={said("method", key)} onChange={(event) => set("method", key, event.currentTarget.value.trim())} /></label>;
  return <details class="sheet"><summary>{text.method}</summary><div class="fields">
    {choice("method", "algorithm", text.algorithm)}{choice("method", "effort", text.effort)}{input("time_limit", text.time, "2m")}{input("suppress", text.suppress, "0.01")}{choice("output", "format", text.format)}
  </div></details>;
}
