// The whole way, as a person goes it: from a table to a page to sign.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check } from "./checks.mjs";
import { dta } from "./dta.mjs";
import { away, room, run, serve } from "./server.mjs";

export const step = (page, name) => page.locator(".steps").first().getByRole("link", { name, exact: true }).click();
export const on = (page, title) => page.getByRole("heading", { level: 1, name: title }).waitFor();
export const press = (page, name) => page.getByRole("button", { name, exact: true }).first().click();
/** A page that waits as long as a machine with much to do needs. */
export const patient = async (context) => {
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.STUDIO_PATIENCE ?? 600_000));
  return page;
};
export const heard = (page, into) => {
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && into.push(message.text()));
  page.on("pageerror", (error) => into.push(String(error)));
};

/** Files below a folder, by name. */
const files = (folder) => Object.fromEntries(readdirSync(folder).sort().map((name) => [name, readFileSync(join(folder, name))]));

/** The command that the page shows, typed as it stands there, makes the same bytes in the same place. */
function same(folder, data, command, number = 1) {
  const release = join(folder, `${data}.aloof/release-${number}`);
  const made = files(release);
  run(folder, command.split(" ").slice(1));
  const again = files(release);
  check(`${data}: the command makes the same files`, Object.keys(made).join() === Object.keys(again).join(), Object.keys(again));
  for (const name of Object.keys(made)) check(`${data}: ${name} is the same, byte for byte`, again[name]?.equals(made[name]));
}

/** All screens on one table. `look` is called on every screen. */
async function whole(browser, folder, data, look, alter = async () => {}) {
  const server = await serve(folder, data);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await patient(context);
  const said = [];
  heard(page, said);
  try {
    await page.goto(server.address);
    await on(page, "What is in it");
    await look(page, "open");
    await step(page, "Hierarchies");
    await on(page, "How columns become coarser");
    await page.getByText("What values become").waitFor();
    await alter(page);
    await look(page, "hierarchies");
    await step(page, "Promise");
    await on(page, "What do you promise?");
    await page.getByText(/This can be promised|This cannot be promised|found out by trying/).waitFor();
    await look(page, "promise");
    await step(page, "Make");
    await on(page, "Make the release");
    await press(page, "Make the release");
    await page.getByText("The release is in place").waitFor();
    await look(page, "make");
    await step(page, "See");
    await press(page, "Audit it against the original");
    await page.getByText("What was promised holds").first().waitFor();
    await press(page, "Tell it");
    await page.getByText(/look like this person's|is not in the release/).waitFor();
    await look(page, "see");
    await step(page, "Use");
    await press(page, "Measure it");
    await page.getByText("Count queries", { exact: true }).waitFor();
    await page.getByLabel("is", { exact: true }).fill("*");
    await press(page, "Count both");
    await page.getByText(/^In the original/).waitFor();
    await press(page, "Make it");
    await page.locator("table.asks").waitFor();
    await look(page, "use");
    await step(page, "Attack");
    await press(page, "Run the attacks");
    await page.getByText("The bar is how often the attack is right", { exact: false }).waitFor();
    await look(page, "attack");
    await step(page, "Compare");
    await press(page, "Compare them");
    await page.getByText("Risk against error").waitFor();
    await look(page, "compare");
    await step(page, "Sign");
    await on(page, "Sign and publish");
    await look(page, "sign");
    const command = await page.getByLabel("Same as this command").first().innerText();
    const [report] = await Promise.all([context.waitForEvent("page"), press(page, "Open the page")]);
    await report.waitForLoadState("load");
    await report.getByRole("heading", { level: 1 }).waitFor();
    check(`${data}: the report is a page with its own styles`, (await report.evaluate(() => getComputedStyle(document.body).maxWidth)) !== "none");
    check(`${data}: nothing is said on the console`, said.length === 0, said.join("; "));
    return { page, context, server, command };
  } catch (error) {
    await page.screenshot({ path: join(process.env.SCREENSHOTS ?? folder, "failed.png"), fullPage: true }).catch(() => {});
    await server.end();
    throw new Error(`${data}: ${error.message}\n${said.join("\n")}\n${await page.locator("main").innerText().catch(() => "")}`);
  }
}

/** A census, to the end, with all that can happen on the way. */
export async function census(browser, look) {
  const folder = room("census");
  try {
    run(folder, ["generate", "census", "--rows", "300", "--seed", "3", "--out", "people.csv"]);
    const { page, context, server, command } = await whole(browser, folder, "people.csv", look, grouping);
    same(folder, "people.csv", command);
    await pricing(page, look);
    await undoing(page);
    await twoTabs(page, context, server);
    await reload(page);
    await impossible(page);
    await auditing(page, look);
    await killed(page, server);
    await again(browser, folder, server);
    await context.close();
  } finally {
    away(folder);
  }
}

/** Groups made by hand are what the preview shows. */
async function grouping(page) {
  await press(page, "sex");
  await page.getByLabel("How").selectOption("groups");
  await page.getByLabel("Group of Female").fill("Anybody");
  await page.getByLabel("Group of Male").fill("Anybody");
  await press(page, "Use these groups");
  await page.locator(".tree summary", { hasText: "Anybody" }).waitFor();
  check("groups made by hand are shown", (await page.locator(".tree summary").allInnerTexts()).some((text) => text.startsWith("Anybody")));
}

async function pricing(page, look) {
  await step(page, "Promise");
  await press(page, "Estimate the price");
  await page.getByRole("button", { name: /Take this/ }).first().waitFor();
  await look(page, "price");
}

async function undoing(page) {
  const sentence = page.locator(".say p").nth(1);
  const before = await sentence.innerText();
  await page.getByRole("slider").focus();
  await page.keyboard.press("ArrowDown");
  await page.getByText(/1 in 4 certainty/).first().waitFor();
  check("the arrow keys change the promise", (await sentence.innerText()) !== before);
  await press(page, "↶ Undo what is promised");
  await page.waitForFunction((was) => document.querySelectorAll(".say p")[1]?.textContent === was, before);
  check("and undo takes it back", (await sentence.innerText()) === before);
}

async function twoTabs(page, context, server) {
  await step(page, "Open");
  await on(page, "What is in it");
  const other = await patient(context);
  await other.goto(server.address);
  await on(other, "What is in it");
  await other.getByLabel("Role: race").selectOption("drop");
  await other.getByText("Undo").first().waitFor();
  await other.waitForFunction(() => document.querySelector(".bar .unseen")?.textContent?.includes("race is drop"));
  await page.getByLabel("Role: race").selectOption("sensitive");
  await page.getByText("changed in another tab").waitFor();
  // What stands there is asked for then, and comes after the words.
  const stands = () => document.querySelector("select[aria-label='Role: race']")?.value === "drop";
  await page.waitForFunction(stands, undefined, { timeout: 10_000 }).catch(() => undefined);
  check("a stale change is refused and what stands there is shown", (await page.getByLabel("Role: race").inputValue()) === "drop");
  await press(page, "Dismiss");
  await other.close();
}

async function reload(page) {
  await page.reload();
  await on(page, "What is in it");
  check("a reload loses nothing", (await page.getByLabel("Role: race").inputValue()) === "drop");
  await page.getByRole("button", { name: /Undo/ }).click();
  await page.waitForFunction(() => document.querySelector("select[aria-label='Role: race']")?.value === "quasi");
}

/** A stop in the middle: nothing is left. */
async function stopping(page, folder) {
  await step(page, "Make");
  await press(page, "Make the release");
  await page.getByText(/reading the table|dealing rows|Waiting/).first().waitFor();
  await press(page, "Stop");
  await page.getByText("Stopped. Nothing was written.").waitFor();
  const left = readdirSync(join(folder, "people.parquet.aloof")).filter((name) => !/^policy/.test(name));
  check("a stop leaves nothing", left.length === 0, left);
}

/** A server that is killed while it makes something: the next run sweeps up what lies there, and has its number. */
async function sweeping(server, folder) {
  const data = "people.parquet";
  const below = () => readdirSync(join(folder, `${data}.aloof`));
  await server.call("make", { data });
  while (!below().some((name) => name.startsWith("."))) await new Promise((done) => setTimeout(done, 10));
  await server.end("SIGKILL");
  const next = await serve(folder, data);
  const state = async () => (await next.call("state", { data })).found;
  await next.call("open", { data });
  while (!(await state()).look) await new Promise((done) => setTimeout(done, 100));
  const { words, revision } = await state();
  await next.call("edit", { data, revision, words: { ...words, method: { effort: "quick" } }, what: "in short" });
  await next.call("make", { data });
  while (!(await state()).runs.length) await new Promise((done) => setTimeout(done, 100));
  check("a killed run leaves its number to the next", (await state()).runs[0].id === 1, (await state()).runs[0].id);
  check("which sweeps up what it left", !below().some((name) => name.startsWith(".")), below());
  await next.end();
}

async function impossible(page) {
  await step(page, "Promise");
  await page.getByLabel("m", { exact: true }).fill("400");
  await page.keyboard.press("Tab");
  await page.getByText("This cannot be promised of these data.").waitFor();
  await step(page, "Make");
  await press(page, "Make another");
  await page.getByText("This could not be done").waitFor();
  const said = await page.locator("[role=alert]").innerText();
  check("what is impossible is refused with what is nearest", /m/.test(said) && said.length > 60, said);
  check("a release made for something else is called so", (await page.getByText("The release is in place").count()) === 0 && (await page.getByText("An earlier release is there: Run 1").count()) === 1);
  await page.getByRole("button", { name: /Undo/ }).click();
}

async function auditing(page, look) {
  await page.getByRole("link", { name: "Audit a release" }).click();
  await page.getByRole("button", { name: /people.csv.aloof/ }).first().click();
  await page.getByRole("button", { name: /release-1/ }).click();
  await press(page, "Judge it");
  await page.getByText("What was promised holds").waitFor();
  await look(page, "audit");
  check("the auditor sees the command", (await page.getByLabel("Same as this command").innerText()).startsWith("aloof audit people.csv.aloof/release-1"));
  await page.getByRole("button", { name: "Choose: Its original, if you have it" }).click();
  await page.getByRole("button", { name: /people.csv(?!.aloof)/ }).first().click();
  check("a verdict goes with another choice", (await page.getByText("What was promised holds").count()) === 0);
}

async function killed(page, server) {
  await server.end("SIGKILL");
  await step(page, "Promise");
  await page.getByLabel("m", { exact: true }).fill("3");
  await page.keyboard.press("Tab");
  await page.getByText("Nothing is lost").waitFor();
  check("a killed server is said so", true);
}

async function again(browser, folder, before) {
  const server = await serve(folder, "people.csv");
  const page = await patient(browser);
  await page.goto(server.address);
  await on(page, "What is in it");
  check("another start has another token", server.token !== before.token);
  await step(page, "Sign");
  check("a killed server loses nothing", (await page.getByText("people.csv.aloof/release-1", { exact: true }).count()) > 0);
  await page.close();
  await server.end();
}

/** A file of Stata with labels of variables and values. */
export async function stata(browser) {
  const folder = room("stata");
  const regions = { 1: "North", 2: "East", 3: "South", 4: "West" };
  const schools = { 1: "None", 2: "School", 3: "School", 4: "University" };
  const columns = [{ name: "age", type: "int", label: "Age in years" }, { name: "region", type: "byte", label: "Place of living", values: regions }, { name: "school", type: "byte", label: "Highest school", values: schools }, { name: "income", type: "long", label: "Yearly income" }];
  try {
    const rows = Array.from({ length: 300 }, (_, at) => [20 + ((at * 7) % 45), 1 + (at % 4), 1 + ((at * 3) % 4), 12000 + ((at * 1373) % 60000)]);
    writeFileSync(join(folder, "people.dta"), dta(columns, rows));
    const labelled = async (page) => {
      await press(page, "school");
      await page.getByLabel("How").selectOption("groups");
      await press(page, "Take the file's value labels");
      await press(page, "Use these groups");
      await page.locator(".tree summary", { hasText: "School" }).waitFor();
      check("codes of one label become one node", (await page.locator(".tree summary").allInnerTexts()).filter((text) => text.startsWith("School")).length === 1);
    };
    const done = await whole(browser, folder, "people.dta", async (page, name) => {
      if (name === "open") check("labels of variables are shown", (await page.getByText("Highest school").count()) > 0);
    }, labelled);
    same(folder, "people.dta", done.command);
    await done.context.close();
    await done.server.end();
  } finally {
    away(folder);
  }
}

/** How long it takes until something is to be seen; the best of a few, since others may need the machine. */
async function painted(page, server) {
  const took = [];
  for (let at = 0; at < 5; at += 1) {
    await page.goto("about:blank");
    await page.goto(server.address);
    await page.getByRole("heading", { level: 1, name: "What is in it" }).waitFor();
    took.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  }
  console.log(`first paint in ${took.map((one) => one.toFixed(0)).join(", ")} ms`);
  check("something is to be seen within half a second", Math.min(...took) < 500, took);
}

/** A Parquet file: of five million rows where STUDIO_LARGE is set. */
export async function parquet(browser) {
  const folder = room("parquet");
  const rows = process.env.STUDIO_LARGE ? 5_000_000 : 50_000;
  try {
    run(folder, ["generate", "census", "--rows", String(rows), "--seed", "9", "--out", "people.parquet"]);
    const server = await serve(folder, "people.parquet");
    const page = await patient(browser);
    await page.goto(server.address);
    await page.getByRole("heading", { level: 1, name: "What is in it" }).waitFor();
    check("a large table is there", (await page.locator(".bar").innerText()).includes(rows.toLocaleString("en")));
    await painted(page, server);
    const table = page.getByRole("region", { name: "The table" });
    await table.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.getByRole("rowheader", { name: (rows - 1).toLocaleString("en") }).waitFor();
    check("only what is on the screen is drawn", (await table.locator("tbody tr").count()) <= 210);
    await server.call("rows", { data: "people.parquet", from: 0, count: 100 });
    const took = [];
    for (const at of [0.1, 0.5, 0.9]) { const started = performance.now(); await server.call("rows", { data: "people.parquet", from: Math.floor(rows * at), count: 100 }); took.push(performance.now() - started); }
    console.log(`${rows.toLocaleString("en")} rows: windows in ${took.map((one) => one.toFixed(0)).join(", ")} ms`);
    await stopping(page, folder);
    await page.close();
    // Of a large table a second release takes minutes, and tells no more.
    await (process.env.STUDIO_LARGE ? server.end() : sweeping(server, folder));
  } finally {
    away(folder);
  }
}

/** Where there is nothing to show: a folder without tables, an address without its token, a screen that needs what is not there. */
async function nothing(page, server, look) {
  await page.getByRole("button", { name: /Folder sub/ }).click();
  await page.getByText("No tables in this folder.").waitFor();
  await look(page, "empty");
  await page.goto("about:blank");
  await page.goto(`${server.address}/see`);
  await page.getByText("Open a table first").first().waitFor();
  await look(page, "no-table");
  await page.goto("about:blank");
  await page.goto(server.origin);
  await page.getByText("This address lacks its token", { exact: false }).waitFor();
  await look(page, "no-token");
}

/** Files that are no tables. */
export async function wrong(browser, look) {
  const folder = room("wrong");
  try {
    mkdirSync(join(folder, "sub"));
    writeFileSync(join(folder, "empty.csv"), "");
    writeFileSync(join(folder, "broken.parquet"), "PAR1 and no more");
    writeFileSync(join(folder, "bytes.csv"), Buffer.from([0, 255, 254, 1, 2, 3, 0, 0]));
    writeFileSync(join(folder, "header.csv"), "age,income\n");
    const server = await serve(folder);
    const page = await patient(browser);
    await page.goto(server.address);
    await on(page, "Which table?");
    await look(page, "picker");
    for (const name of ["empty.csv", "broken.parquet", "bytes.csv"]) {
      await page.getByRole("button", { name: new RegExp(name) }).click();
      await page.getByText("This could not be done").waitFor();
      if (name === "empty.csv") await look(page, "error");
      check(`${name} is told by its name`, (await page.locator("main").innerText()).includes(name));
      await press(page, "Open another table");
      await on(page, "Which table?");
    }
    await nothing(page, server, look);
    await page.close();
    await server.end();
  } finally {
    away(folder);
  }
}
