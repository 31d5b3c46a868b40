// Makes every kind of report with the program, opens each in a real browser, light and dark, and looks: no error on the
// console, no request that leaves the page, every picture there, and nothing that axe-core objects to.
//
//     node check.mjs ALOOF [SCREENSHOTS]

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const [aloof, screenshots] = [resolve(process.argv[2]), process.argv[3] && resolve(process.argv[3])];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const room = mkdtempSync(join(tmpdir(), "aloof-reports-"));
const failures = [];
let checks = 0;

function run(line, allowed = [0]) {
  try {
    execFileSync(aloof, line.split(" "), { cwd: room, stdio: "pipe" });
  } catch (error) {
    if (!allowed.includes(error.status)) throw new Error(`aloof ${line}: ${error.stderr}`);
  }
}

function makeReports() {
  const columns = "--quasi age,birthplace,occupation --sensitive income --absolute 2000 --m 3";
  run("generate census --rows 3000 --seed 1 --out people.csv");
  run(`anonymize people.csv --out safe --seed 1 --report release.html ${columns}`);
  run(`anonymize people.csv --out grouped --seed 1 --view group ${columns}`);
  run(`advise people.csv --report advice.html ${columns}`);
  run(`audit grouped --original people.csv --report audit.html ${columns}`, [0, 1]);
  run(`evaluate --original people.csv --release safe --queries 200 --report evaluation.html ${columns}`);
  run(`compare people.csv safe grouped --queries 200 --report comparison.html ${columns}`);
  // Pictures that every page must have.
  return { "release.html": 6, "advice.html": 1, "audit.html": 1, "evaluation.html": 4, "comparison.html": 1 };
}

function check(name, holds, what) {
  checks += 1;
  if (!holds) failures.push(`${name}: ${what}`);
}

async function look(browser, name, pictures, scheme) {
  const page = await browser.newPage();
  const [heard, asked] = [[], []];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && heard.push(message.text()));
  page.on("pageerror", (error) => heard.push(String(error)));
  const address = pathToFileURL(join(room, name)).href;
  page.on("request", (request) => request.url() !== address && asked.push(request.url()));
  await page.setViewport({ width: 900, height: 1200 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(address, { waitUntil: "load" });
  const drawn = await page.$$eval("figure svg", (all) => all.filter((svg) => svg.getBoundingClientRect().height > 50).length);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  if (screenshots) {
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}-${scheme}.png`), fullPage: true });
  }
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] }));
  const label = `${name}, ${scheme}`;
  check(label, heard.length === 0, `the console says ${heard.join("; ")}`);
  check(label, asked.length === 0, `asks for ${asked.join(", ")}`);
  check(label, drawn >= pictures, `${drawn} of ${pictures} pictures are there`);
  check(label, !overflow, "is wider than the window");
  const named = violations.map((one) => `${one.id} (${one.nodes.map((node) => node.target).slice(0, 3).join(" | ")})`);
  check(label, violations.length === 0, `axe objects: ${named.join(", ")}`);
  await page.close();
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, pictures] of Object.entries(makeReports())) {
    for (const scheme of ["light", "dark"]) await look(browser, name, pictures, scheme);
  }
} finally {
  await browser.close();
  rmSync(room, { recursive: true, force: true });
}
failures.forEach((failure) => console.error(failure));
console.log(`reports in a browser: ${checks - failures.length} of ${checks} checks passed`);
process.exit(failures.length === 0 ? 0 : 1);
