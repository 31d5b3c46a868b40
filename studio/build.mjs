// Builds the page into dist/: three files, which the program takes in when it is built.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const LARGEST = 80_000;
mkdirSync("dist", { recursive: true });
await build({
  entryPoints: ["src/app.tsx", "src/app.css"],
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome110", "firefox110", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
});
copyFileSync("src/index.html", "dist/index.html");
const weight = ["index.html", "app.js", "app.css"].reduce((sum, name) => sum + gzipSync(readFileSync(`dist/${name}`)).length, 0);
console.log(`the page has ${weight.toLocaleString("en")} bytes, packed`);
if (weight > LARGEST) {
  console.error(`that is more than ${LARGEST.toLocaleString("en")}`);
  process.exit(1);
}
