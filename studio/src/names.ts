// Names of codes: what the value labels of a file say beside the numbers that stand in it. Shown behind the code, never in its place:
// a release holds codes, and so do policies.
import type { Json } from "./api.ts";

export type Names = Map<string, string>;

/** Of the columns that have value labels. */
export const namesOf = (look: Json): Record<string, Names> => Object.fromEntries((look?.columns ?? []).filter((column: Json) => column.value_labels?.length).map((column: Json) => [column.name, new Map<string, string>(column.value_labels)]));

const END = /^([<>]=?)?(.*)$/;
const one = (code: string, names: Names) => {
  const [, sign = "", text] = END.exec(code)!;
  const name = names.get(text);
  return name && name !== text ? `${sign}${text} ${name}` : code;
};

/** A cell with the names of its codes: `1 North`, `{1 North|2 East}`, `1 North..3 South`. */
export function named(cell: string, names?: Names): string {
  if (!names || !cell) return cell;
  const set = /^\{(.*)\}$/.exec(cell);
  if (set) return `{${set[1].split("|").map((code) => one(code, names)).join("|")}}`;
  return cell.split("..").map((code) => one(code, names)).join("..");
}
