// Writes the types of a policy's words from the program's JSON Schema:    aloof schema | node types.mjs > src/policy.ts
import { readFileSync } from "node:fs";

const primitive = { string: "string", number: "number", integer: "number", boolean: "boolean", null: "null" };

/** A schema as a type of TypeScript. Words that are left out may also be null: then nothing is said. */
export function typeOf(schema, pad = "") {
  if (schema === true || schema === undefined) return "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(one, pad)))].join(" | ");
  const types = [schema.type].flat();
  return [...new Set(types.map((type) => (type === "array" ? `(${typeOf(schema.items, pad)})[]` : type === "object" ? objectOf(schema, pad) : (primitive[type] ?? "unknown"))))].join(" | ");
}

function objectOf(schema, pad) {
  const required = new Set(schema.required ?? []);
  const inner = `${pad}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, about]) => {
    const said = about.description ? `${inner}/** ${about.description.replaceAll("*/", "* /")} */\n` : "";
    return `${said}${inner}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${typeOf(about, inner)}${required.has(name) ? "" : " | null"};`;
  });
  if (schema.additionalProperties && typeof schema.additionalProperties === "object") {
    const own = Object.values(schema.properties ?? {}).map((about) => typeOf(about, inner));
    lines.push(`${inner}[name: string]: ${[typeOf(schema.additionalProperties, inner), ...own, "null", "undefined"].join(" | ")};`);
  }
  return `{\n${lines.join("\n")}\n${pad}}`;
}

/** The file. */
export function written(schema) {
  const parts = {
    ColumnWords: schema.properties.columns.additionalProperties,
    ProtectWords: schema.properties.protect.items,
  };
  const head = "// What a policy's words may be. Made by types.mjs from the program's JSON Schema; the tests hold it against that.\n";
  const named = Object.entries(parts).map(([name, part]) => `export type ${name} = ${typeOf(part)};`);
  const tables = Object.entries(schema.properties).map(([name, about]) => {
    const type = name === "columns" ? "Record<string, ColumnWords | string>" : name === "protect" ? "ProtectWords[]" : typeOf(about, "  ");
    return `  ${name}${name === "columns" ? "" : "?"}: ${type}${name === "columns" ? "" : " | null"};`;
  });
  return `${head}${named.join("\n\n")}\n\nexport interface Policy {\n${tables.join("\n")}\n}\n`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) process.stdout.write(written(JSON.parse(readFileSync(0, "utf8"))));
