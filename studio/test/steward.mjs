// Tables as offices have them: European numbers and dates, codes for what is missing, value labels, several sheets, databases; and files
// that change while they are open.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "./checks.mjs";
import { dta } from "./dta.mjs";
import { away, room, run, serve } from "./server.mjs";
import { heard, on, patient, press, step } from "./walk.mjs";

/** What an office exports: semicolons, umlauts of Windows, commas in numbers, days in front, −9 for nothing. */
function office(rows) {
  const wards = ["Mitte", "Süd", "Köpenick", "Nord"];
  const two = (number) => String(number).padStart(2, "0");
  const line = (at) => [`${two(1 + ((at * 11) % 28))}.${two(1 + ((at * 5) % 12))}.${1950 + ((at * 7) % 50)}`, wards[at % 4], at % 17 === 0 ? "-9" : `${1 + ((at * 3) % 4)}.${two((at * 37) % 100)}${at % 10},${two((at * 13) % 100)}`, ["A", "B", "C", "D"][(at * 3) % 4]].join(";");
  return Buffer.from(`geboren;bezirk;einkommen;diagnose\r\n${Array.from({ length: rows }, (_, at) => line(at)).join("\r\n")}\r\n`, "latin1");
}

const role = (page, column, name) => page.getByLabel(`Role: ${column}`).selectOption(name);
const table = (page, name = "The table") => page.getByRole("region", { name });
const state = async (server, data) => (await server.call("state", { data })).found;

/** A studio of this folder, a page of it, and what its console said. */
async function opened(browser, folder, ...words) {
  const server = await serve(folder, ...words);
  const page = await patient(browser);
  const said = [];
  heard(page, said);
  await page.goto(server.address);
  return { server, page, said };
}

export async function offices(browser, look) {
  const folder = room("office");
  try {
    writeFileSync(join(folder, "amt.csv"), office(400));
    const { server, page, said } = await opened(browser, folder, "amt.csv");
    await on(page, "What is in it");
    await role(page, "geboren", "quasi");
    await role(page, "bezirk", "quasi");
    await role(page, "einkommen", "sensitive");
    await role(page, "diagnose", "sensitive");
    await reading(page, server, look);
    await ways(page);
    await sentences(page);
    await keys(page);
    await page.goto("about:blank");
    await page.goto(`${server.address}/see/amt.csv`);
    await page.getByText("This screen looks at a release.", { exact: false }).waitFor();
    await look(page, "no-run");
    await making(page, server, folder);
    await replaced(page, server, folder, look);
    check("office: nothing is said on the console", said.filter((text) => !/status of 4\d\d/.test(text)).length === 0, said.join("; "));
    await page.close();
    await server.end();
  } finally {
    away(folder);
  }
}

/** What the policy says of reading is what is shown. */
async function reading(page, server, look) {
  await page.getByText("How it is read", { exact: true }).click();
  await page.getByRole("combobox", { name: /^Column/ }).selectOption("einkommen");
  const codes = page.getByLabel("Texts that mean missing").first();
  if (!(await codes.inputValue()).includes("-9")) {
    await codes.fill("-9");
    await page.keyboard.press("Tab");
  }
  await page.getByLabel("A missing value").selectOption("publish");
  await page.waitForFunction(() => [...document.querySelectorAll("tr")].some((row) => row.textContent.startsWith("einkommen") && row.querySelector("[data-label=Missing]")?.textContent === "24"));
  await page.getByLabel("Show sensitive values and identifiers").check();
  const cells = (await server.call("rows", { data: "amt.csv", from: 0, count: 5, show: true })).found;
  const at = cells.columns.indexOf("einkommen");
  check("office: a missing code is no value", cells.rows[0].cells[at] === "", cells.rows[0].cells);
  check("office: numbers are read with their decimal comma", cells.rows[1].cells[at] === "4371.13", cells.rows[1].cells);
  check("office: days are dates", cells.rows[1].cells[0] === "1957-06-12", cells.rows[1].cells);
  check("office: umlauts of Windows are read", cells.rows[1].cells[1] === "Süd", cells.rows[1].cells);
  await page.getByRole("combobox", { name: /^Column/ }).selectOption("geboren");
  await page.getByLabel("Dates are written").first().fill("m/d/y");
  await page.keyboard.press("Tab");
  await page.getByText("It cannot be read as is said here.", { exact: false }).waitFor();
  check("office: what cannot be read so is read by its content", (await state(server, "amt.csv")).look.rows === 400);
  await look(page, "unread");
  await page.getByRole("button", { name: /Undo/ }).click();
  await page.getByText("It cannot be read as is said here.", { exact: false }).waitFor({ state: "detached" });
}

/** Previews are of the values that were read, however the file writes them. */
async function ways(page) {
  await step(page, "Hierarchies");
  await press(page, "geboren");
  await page.getByLabel("How").selectOption("calendar");
  await page.locator(".tree summary").first().waitFor();
  const nodes = await page.locator(".tree summary, .tree span").allInnerTexts();
  check("office: days become months, quarters and years", nodes.some((node) => /^19\d\d\b/.test(node)) && !nodes.some((node) => /\d\d\.\d\d\.\d{4}/.test(node)), nodes.slice(0, 8));
  check("office: nothing is wrong with the preview", (await page.getByText("This could not be done").count()) === 0);
  await page.getByRole("button", { name: /Undo/ }).click();
}

/** The live sentence says what is asked, of labels too, and of people without a value. */
async function sentences(page) {
  await step(page, "Promise");
  while (await page.getByRole("button", { name: "Remove" }).count()) {
    const many = await page.getByRole("button", { name: "Remove" }).count();
    await page.getByRole("button", { name: "Remove" }).first().click();
    await page.waitForFunction((before) => [...document.querySelectorAll("button")].filter((button) => button.textContent === "Remove").length < before, many);
  }
  for (const _ of [1, 2]) {
    const many = await page.locator(".protection").count();
    await press(page, "Add a protection");
    await page.waitForFunction((before) => document.querySelectorAll(".protection").length > before, many);
  }
  await page.locator(".say p").nth(2).waitFor();
  const said = (await page.locator(".say p").allInnerTexts()).join(" ");
  check("office: people without a value are in the sentence", said.includes("which people's einkommen is missing"), said);
  check("office: l-diversity has a sentence", said.includes("at least 3 different values of diagnose"), said);
}

/** By keys alone: from the top of the page to another screen, and to a role. */
async function keys(page) {
  // Where the next key goes from is what was clicked last, wherever that stands by now: so the top is said to be it.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    scrollTo(0, 0);
  });
  const reached = async (name, most = 60) => {
    for (let at = 0; at < most; at += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((wanted) => (document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "").includes(wanted), name)) return true;
    }
    return false;
  };
  check("keys: the first one skips to the screen", (await reached("Skip to the screen", 3)));
  check("keys: steps are reached", await reached("Open"));
  await page.keyboard.press("Enter");
  await on(page, "What is in it");
  check("keys: roles are reached", await reached("Role: bezirk"));
  const shown = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  check("keys: where one is can be seen", shown !== "none", shown);
}

async function making(page, server, folder) {
  const { words, revision } = await state(server, "amt.csv");
  const protect = [{ principle: "epsilon-m", sensitive: "einkommen", absolute: "50", m: 3 }, { principle: "l-diversity", kind: "distinct", sensitive: "diagnose", l: 2 }];
  await server.call("edit", { data: "amt.csv", revision, words: { ...words, protect }, what: "a promise" });
  await page.reload();
  await step(page, "Make");
  await press(page, "Make the release");
  await page.getByText("The release is in place").waitFor();
  const made = (await state(server, "amt.csv")).runs[0];
  const audited = JSON.parse(run(folder, ["audit", made.release, "--original", "amt.csv", "--policy", "amt.csv.aloof/policy-1.toml", "--json"]));
  check("office: what is shown of a run is what its audit counts", made.made.tuples === audited.tuples && audited.verdict === "pass", [made.made.tuples, audited.tuples]);
  const promise = audited.checks.find((one) => one.promise)?.promise;
  check("office: what was promised is what the audit promises", made.made.checks.some((one) => one.promise === promise), promise);
}

/** A table or a release that is replaced under the studio is noticed, and what is the same is not. */
async function replaced(page, server, folder, look) {
  const release = join(folder, "amt.csv.aloof/release-1");
  const command = (await state(server, "amt.csv")).runs[0].command;
  run(folder, [...command.split(" ").slice(1), "--replace"]);
  check("office: the same release made again is the same", (await state(server, "amt.csv")).runs[0].standing === "there");
  const data = join(release, "data.csv");
  const before = readFileSync(data);
  writeFileSync(data, `${before}x`);
  await step(page, "See");
  await page.getByText("Another release lies there").waitFor();
  check("office: and that is said once", (await page.getByText("This could not be done").count()) === 0);
  await look(page, "replaced");
  check("office: a release that is another one is not asked", (await server.call("ask", { data: "amt.csv", kind: "see", run: 1 })).status === 409);
  writeFileSync(data, before);
  renameSync(release, `${release}-away`);
  check("office: a release that is gone is called so", (await state(server, "amt.csv")).runs[0].standing === "gone");
  renameSync(`${release}-away`, release);
  copyFileSync(join(folder, "amt.csv"), join(folder, "old.csv"));
  writeFileSync(join(folder, "amt.csv"), office(500));
  const stale = await server.call("rows", { data: "amt.csv", from: 0, count: 5 });
  check("office: rows of a table that was replaced are not shown", stale.status === 409 && stale.found.error.kind === "changed", stale);
  await step(page, "Open");
  await page.reload();
  await page.getByText("500 rows", { exact: false }).first().waitFor();
  await step(page, "See");
  await page.getByText("The table has changed since").waitFor();
  await step(page, "Make");
  check("office: no release is called made of what is there now", (await page.getByText("The release is in place").count()) === 0);
  renameSync(join(folder, "old.csv"), join(folder, "amt.csv"));
  await server.call("state", { data: "amt.csv" });
  while ((await state(server, "amt.csv")).look.rows !== 400) await new Promise((done) => setTimeout(done, 50));
  check("office: and with the old table back it is current again", !(await state(server, "amt.csv")).runs[0].outdated);
  writeFileSync(join(folder, "amt.csv"), "");
  const looks = async () => (await state(server, "amt.csv")).jobs.filter((job) => job.kind === "look" && job.phase === "failed").map((job) => job.id);
  while (!(await looks()).length) await new Promise((done) => setTimeout(done, 50));
  const first = await looks();
  for (const _ of [1, 2, 3]) await new Promise((done) => setTimeout(done, 100)).then(() => state(server, "amt.csv"));
  check("office: what cannot be read is not tried again and again", (await looks()).join() === first.join(), await looks());
}

/** Codes are shown with what they mean. */
export async function labelled(browser) {
  const folder = room("labelled");
  const regions = { 1: "North", 2: "East", 3: "South", 4: "West" };
  try {
    const columns = [{ name: "age", type: "int" }, { name: "region", type: "byte", values: regions }, { name: "income", type: "long" }];
    writeFileSync(join(folder, "people.dta"), dta(columns, Array.from({ length: 200 }, (_, at) => [20 + ((at * 7) % 45), 1 + (at % 4), 12000 + ((at * 1373) % 60000)])));
    const { server, page } = await opened(browser, folder, "people.dta");
    await on(page, "What is in it");
    await role(page, "region", "quasi");
    await table(page).getByText("1 North").first().waitFor();
    check("labels: codes of a table are shown with their names", true);
    await step(page, "Hierarchies");
    await press(page, "region");
    await page.getByText("2 East", { exact: false }).first().waitFor();
    await step(page, "Make");
    await press(page, "Make the release");
    await page.getByText("The release is in place").waitFor();
    await step(page, "See");
    await table(page, "Release").getByRole("cell", { name: /North|East|South|West/ }).first().waitFor();
    check("labels: codes of a release, too", true);
    await page.close();
    await server.end();
  } finally {
    away(folder);
  }
}

/** A table in a database, chosen in the page or named at the start; nothing else of it can be asked. */
export async function databases(browser) {
  const folder = room("databases");
  try {
    run(folder, ["generate", "census", "--rows", "300", "--seed", "5", "--out", "people.csv"]);
    const load = "import csv,sqlite3;rows=list(csv.reader(open('people.csv')));base=sqlite3.connect('people.db');base.execute('create table people (age integer, ' + ', '.join(f'\"{name}\"' for name in rows[0] if name!='age') + ')');base.executemany(f\"insert into people ({','.join(rows[0])}) values ({','.join('?'*len(rows[0]))})\", rows[1:]);base.execute('create table \"other one\" (a integer)');base.commit()";
    execFileSync("python3", ["-c", load], { cwd: folder });
    rmSync(join(folder, "people.csv"));
    const { server, page } = await opened(browser, folder);
    await on(page, "Which table?");
    await page.getByRole("button", { name: /people\.db/ }).click();
    await page.getByRole("button", { name: /other one/ }).waitFor();
    await page.getByRole("button", { name: /people$/ }).click();
    await on(page, "What is in it");
    check("databases: a table is opened", (await page.locator(".bar").innerText()).includes("300"));
    await server.end();
    const again = await serve(folder, "sqlite:people.db?table=people");
    await page.goto(again.address);
    await on(page, "What is in it");
    const found = await state(again, "sqlite:people.db?table=people");
    check("databases: it keeps its project", found.revision > 0 && found.folder === "people.db#people.aloof", found.folder);
    for (const data of ["sqlite:people.db?query=select 1", "sqlite:people.db?table=people&query=select 1", "sqlite:../people.db?table=people", "postgres://localhost/x?table=t"]) check(`databases: ${data} is refused`, (await again.call("open", { data })).status === 400);
    await page.close();
    await again.end();
  } finally {
    away(folder);
  }
}
