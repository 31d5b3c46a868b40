// Makes every kind of report with the program, opens each in a real browser, wide and as on a telephone, light and dark, and looks:
// no error on the console, no request that leaves the page, every picture there, nothing wider than the window, no labels across each
// other, the answers on the first screen, print that makes pages, nothing that axe-core objects to, and nothing that looks otherwise
// than it did when somebody looked at it (references.mjs).
//
//     node check.mjs ALOOF [SCREENSHOTS]        with UPDATE_REFERENCES=1 what is seen becomes the reference

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { compare, isKept, kept, keep } from "./references.mjs";

const [aloof, screenshots] = [resolve(process.argv[2]), process.argv[3] && resolve(process.argv[3])];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const room = mkdtempSync(join(tmpdir(), "aloof-reports-"));
const failures = [];
let checks = 0;

// The same day on every page, so that pages look the same on every day.
const env = { ...process.env, SOURCE_DATE_EPOCH: "1794787200" };

function run(line, allowed = [0]) {
  try {
    execFileSync(aloof, line.split(" "), { cwd: room, stdio: "pipe", env });
  } catch (error) {
    if (!allowed.includes(error.status)) throw new Error(`aloof ${line}: ${error.stderr}`);
  }
}

const ROLES = '[columns]\nage={role="quasi"}\nincome={role="quasi"}\nundeclared="drop"\n[method]\nalgorithm=';
const NEAR = '[[protect]]\nprinciple="epsilon-m"\nsensitive="income"\nabsolute="1000"\nm=3\n';
const PEOPLE = '[columns]\nage={role="quasi"}\nbirthplace={role="quasi"}\nincome={role="sensitive"}\n';
const POLICIES = {
  noise: `${ROLES}"noise"\nnoise="0.1"\n`,
  walk: `${ROLES}"walk"\n`,
  anatomy: `${PEOPLE}undeclared="drop"\n[[protect]]\nprinciple="l-diversity"\nsensitive="income"\nkind="distinct"\nl=4\n[method]\nalgorithm="anatomy"\n`,
  two: `${PEOPLE}education={role="sensitive"}\nundeclared="drop"\n${NEAR}[[protect]]\nprinciple="l-diversity"\nsensitive="education"\nkind="distinct"\nl=3\n`,
  holes: PEOPLE.replace('"sensitive"', '"sensitive",missing="publish"') + NEAR,
  months: `[input]\nperson="who"\n${PEOPLE}who={role="identifier"}\n${NEAR}[output]\ngroup_ids=true\n`,
  perturb: '[columns]\nage={role="quasi"}\nwage={role="sensitive",domain=["0","99"]}\n[[protect]]\nprinciple="epsilon-m"\nsensitive="wage"\nabsolute="5"\nm=3\nview="group"\n[method]\nalgorithm="perturb"\n',
};

// Tables that people have: with wages, with holes, of two months.
function makeTables() {
  run("generate census --rows 800 --seed 1 --out people.csv");
  const people = readFileSync(join(room, "people.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(","));
  const write = (name, header, lines) => writeFileSync(join(room, name), `${[header, ...lines].join("\n")}\n`);
  write("wages.csv", "age,wage", people.map((row, at) => `${row[0]},${(at * 37) % 100}`));
  write("holes.csv", "age,birthplace,income", people.map((row, at) => `${row[0]},${row[1]},${at % 15 ? row.at(-1) : ""}`));
  for (const month of [1, 2]) {
    const there = people.map((row, at) => `p${at},${row[0]},${row[1]},${row.at(-1)}`).filter((_, at) => at % 10 !== month);
    write(`month${month}.csv`, "who,age,birthplace,income", there);
  }
  for (const [name, text] of Object.entries(POLICIES)) writeFileSync(join(room, `${name}.toml`), text);
}

// Each page, with the least number of pictures on it, and whether it answers a director's questions.
function makeReports() {
  const columns = "--quasi age,birthplace,occupation --sensitive income";
  const near = `${columns} --absolute 2000 --m 3`;
  makeTables();
  run(`anonymize people.csv --out safe --report release.html --evidence release.json ${near}`);
  run(`anonymize people.csv --out trial --seed 1 --report trial.html ${near} --suppress 0.02`);
  run(`anonymize people.csv --out grouped --seed 1 --view group --report grouped.html ${near}`);
  run(`anonymize people.csv --out alone --seed 1 --k 5 --report alone.html ${columns}`);
  run("anonymize people.csv --out noisy --seed 1 --policy noise.toml --report noisy.html");
  run("anonymize people.csv --out walked --seed 1 --policy walk.toml --report walked.html");
  run("anonymize people.csv --out apart --private apart.p --policy anatomy.toml --report anatomy.html");
  run("anonymize people.csv --out two --private two.p --policy two.toml --report two.html");
  run("anonymize wages.csv --out drawn --private drawn.p --policy perturb.toml --report perturbed.html");
  run("anonymize holes.csv --out holes --private holes.p --policy holes.toml --report holes.html");
  run(`anonymize people.csv --out held --private held.p --hold-out 0.1 --attack --report held.html ${near}`);
  run(`anonymize people.csv --out gone --private gone.p --suppress 0.05 --absence unknown --report withheld.html ${columns} --absolute 5050 --m 4`);
  run("anonymize month1.csv --out m1 --private m1.p --policy months.toml");
  run("anonymize month2.csv --out m2 --private m2.p --previous m1.p --policy months.toml --report series.html");
  const earlier = "--previous m1 --previous-original month1.csv --previous-private m1.p";
  run(`audit m2 --original month2.csv ${earlier} --private m2.p --policy months.toml --report together.html`);
  run(`advise people.csv --price --report advice.html ${near}`);
  run(`audit grouped --original people.csv --report audit.html ${near}`, [0, 1]);
  run(`audit people.csv --report raw.html ${near}`, [1]);
  run(`audit people.csv --report measured.html ${columns}`);
  run(`evaluate --original people.csv --release safe --queries 200 --report evaluation.html ${near}`);
  run(`compare people.csv safe grouped alone --queries 200 --report comparison.html ${near}`);
  run("attack safe --original people.csv --report attack.html --only centre,register,link,replay");
  const told = { "walked.html": 2, "anatomy.html": 1, "two.html": 5, "perturbed.html": 1, "holes.html": 5, "held.html": 6, "withheld.html": 5, "series.html": 5, "together.html": 1, "release.html": 6, "trial.html": 5, "grouped.html": 6, "alone.html": 4, "noisy.html": 2, "audit.html": 1, "raw.html": 0, "measured.html": 0 };
  const others = { "advice.html": 2, "evaluation.html": 4, "comparison.html": 1, "attack.html": 1 };
  return [...Object.entries(told).map((one) => [...one, true]), ...Object.entries(others).map((one) => [...one, false])];
}

// Labels of one picture that lie across each other; a label and its halo are the same text in the same place.
function collisions() {
  const found = [];
  for (const svg of document.querySelectorAll("figure svg")) {
    const texts = [...svg.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
    texts.forEach((one, at) => {
      for (const other of texts.slice(at + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (one.text !== other.text && across > 1 && down > 3) found.push(`"${one.text}" and "${other.text}"`);
      }
    });
  }
  return found;
}

function check(name, holds, what) {
  checks += 1;
  if (!holds) failures.push(`${name}: ${what}`);
}

// Held against what somebody looked at and kept; pages of which nothing is kept are not.
async function resembles(browser, page, name, label) {
  if (process.env.UPDATE_REFERENCES) {
    if (isKept(name)) await keep(page, name);
    return;
  }
  const reference = kept(name);
  if (reference) check(label, ...(await compare(browser, page, reference)));
}

async function look(browser, name, pictures, answers, [width, scheme]) {
  const page = await browser.newPage();
  const [heard, asked] = [[], []];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && heard.push(message.text()));
  page.on("pageerror", (error) => heard.push(String(error)));
  const address = pathToFileURL(join(room, name)).href;
  page.on("request", (request) => request.url() !== address && asked.push(request.url()));
  await page.setViewport({ width, height: 1200 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(address, { waitUntil: "load" });
  const drawn = await page.$$eval("figure", (all) => all.filter((figure) => figure.getBoundingClientRect().height > 50).length);
  const wider = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((one) => !one.closest("table.wide thead") && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.tagName));
  const crossed = await page.evaluate(collisions);
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const sheets = await page.$$eval("svg > rect:first-of-type", (all) => all.map((sheet) => getComputedStyle(sheet).fill));
  if (screenshots) {
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}-${width}-${scheme}.png`), fullPage: true });
  }
  const label = `${name}, ${width} px, ${scheme}`;
  await resembles(browser, page, `${name}-${width}-${scheme}`, label);
  check(label, heard.length === 0, `the console says ${heard.join("; ")}`);
  check(label, asked.length === 0, `asks for ${asked.join(", ")}`);
  check(label, drawn >= pictures, `${drawn} of ${pictures} pictures are there`);
  check(label, wider.length === 0, `is wider than the window: ${wider.slice(0, 5).join(", ")}`);
  check(label, crossed.length === 0, `labels lie across each other: ${crossed.slice(0, 3).join("; ")}`);
  check(label, sheets.every((fill) => fill === "rgba(0, 0, 0, 0)" || fill === paper), `pictures have a ground of their own: ${sheets}`);
  if (answers && width > 500) {
    const end = await page.$eval("dl:not(.facts)", (answered) => answered.getBoundingClientRect().bottom);
    // What attacks got out of a release stands last among the answers, in as many lines as there was to say.
    const screen = name === "held.html" ? 1250 : 1000;
    check(label, end < screen, `the answers end at ${end} px, below the first screen`);
    const asked = await page.$$eval("dl:not(.facts) dt", (all) => all.map((one) => [one.textContent, one.nextElementSibling?.textContent ?? ""]));
    check(label, asked.length === 2 && asked.every((one) => one[1].length > 10), `leaves questions open: ${asked}`);
  }
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] }));
  const named = violations.map((one) => `${one.id} (${one.nodes.map((node) => node.target).slice(0, 3).join(" | ")})`);
  check(label, violations.length === 0, `axe objects: ${named.join(", ")}`);
  if (width > 500 && scheme === "light") {
    const printed = Buffer.from(await page.pdf({ format: "A4" })).toString("latin1");
    check(label, (printed.match(/\/Type\s*\/Page\b/g) ?? []).length > 0, "cannot be printed");
    if (screenshots) writeFileSync(join(screenshots, `${name}.pdf`), Buffer.from(printed, "latin1"));
    await page.emulateMediaType("print");
    await resembles(browser, page, `${name}-print`, `${name}, printed`);
  }
  await page.close();
}

const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [name, pictures, answers] of makeReports()) {
    for (const how of [[1280, "light"], [1280, "dark"], [390, "light"], [390, "dark"]]) await look(browser, name, pictures, answers, how);
  }
} finally {
  await browser.close();
  rmSync(room, { recursive: true, force: true });
}
failures.forEach((failure) => console.error(failure));
console.log(`reports in a browser: ${checks - failures.length} of ${checks} checks passed`);
process.exit(failures.length === 0 ? 0 : 1);
