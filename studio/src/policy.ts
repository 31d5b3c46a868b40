// What a policy's words may be, as far as this page changes them. The program checks them.
export type Word = string | number | boolean | null | Word[] | { [key: string]: Word };
export interface ColumnWords { role?: string; hierarchy?: string | { kind: string; widths?: string[]; levels?: string[]; origin?: string } | null; order?: string[] | null; round?: string | null; [key: string]: Word | undefined }
export interface ProtectWords { principle: string; sensitive?: string | string[]; view?: string; [key: string]: Word | undefined }
export interface Policy {
  columns: Record<string, ColumnWords | string>;
  protect?: ProtectWords[];
  method?: Record<string, Word>;
  output?: Record<string, Word>;
  [table: string]: unknown;
}
