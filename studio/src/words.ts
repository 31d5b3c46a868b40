// Words of a policy as screens change them. Rules differ in their keys, which the schema names: here a protection is any of them.
import type { ColumnWords, Policy } from "./policy.ts";

export type Word = string | number | boolean | null | undefined | Word[] | { [key: string]: Word };
export interface Protection { principle: string; sensitive?: string | string[]; view?: string; [key: string]: Word }

export const protections = (policy: Policy) => (policy.protect ?? []) as unknown as Protection[];
export const promising = (policy: Policy, protect: Protection[]): Policy => ({ ...policy, protect: protect as unknown as Policy["protect"] });
/** What is said of a column; nothing where it is not named. */
export const columnWords = (policy: Policy, name: string): Partial<ColumnWords> => { const said = policy.columns[name]; return typeof said === "object" && said ? said : {}; };
export const withColumn = (policy: Policy, name: string, words: Partial<ColumnWords>): Policy => ({ ...policy, columns: { ...policy.columns, [name]: words as ColumnWords } });
/** Columns of a role, in the order of the policy. */
export const columnsOf = (policy: Policy, role: string) => Object.keys(policy.columns).filter((name) => columnWords(policy, name).role === role);
