// The studio in a real browser: the whole way on several tables, what goes wrong, who is refused, what axe-core objects to.
//
//     node test/test.mjs ALOOF [SCREENSHOTS]         STUDIO_LARGE=1 takes a table of five million rows, PICTURES=../docs/pictures makes those again
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { check, conclude, failures } from "./checks.mjs";
import { written } from "../types.mjs";
import { run } from "./server.mjs";
import { safe } from "./safe.mjs";
import { databases, labelled, offices } from "./steward.mjs";
import { census, parquet, stata, wrong } from "./walk.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const screenshots = process.argv[3];
if (screenshots) mkdirSync(screenshots, { recursive: true });

/** Pictures of docs/studio.md, made again where PICTURES names their folder. */
const pictures = process.env.PICTURES ? { open: "studio-open", hierarchies: "studio-hierarchies", promise: "studio-promise", see: "studio-see" } : {};

async function picture(page, name) {
  await page.setViewportSize({ width: 1200, height: 860 });
  await page.evaluate(() => scrollTo(0, 0));
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send("Page.captureScreenshot", { format: "png", clip: { x: 0, y: 0, width: 1200, height: 860, scale: 0.7 } });
  writeFileSync(join(process.env.PICTURES, `${name}.png`), Buffer.from(data, "base64"));
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Every screen: wide and as on a telephone, light and dark. */
async function look(page, name) {
  for (const [width, scheme] of [[1280, "light"], [1280, "dark"], [390, "light"]]) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    if (pictures[name] && width === 1280 && scheme === "light") await picture(page, pictures[name]);
    if (screenshots) await page.screenshot({ path: join(screenshots, `${name}-${width}-${scheme}.png`), fullPage: true });
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth + 1);
    check(`${name}, ${width} px, ${scheme}: nothing is wider than the window`, !wider);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "best-practice"] }));
    const said = violations.map((one) => `${one.id} (${one.nodes.map((node) => node.target).slice(0, 3).join(" | ")})`);
    check(`${name}, ${width} px, ${scheme}: axe objects`, violations.length === 0, said.join(", "));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** The types of the page are those of the program's schema. */
function types() {
  const schema = JSON.parse(run(".", ["schema"]));
  check("src/policy.ts is what `aloof schema | node types.mjs` writes", written(schema) === readFileSync(new URL("../src/policy.ts", import.meta.url), "utf8"));
}

function weight() {
  const packed = ["index.html", "app.js", "app.css"].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(`../dist/${name}`, import.meta.url))).length, 0);
  check("the page weighs at most 80 kB, packed", packed <= 80_000, `${packed} bytes`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  weight();
  types();
  for (const [name, part] of Object.entries({ safe, wrong: (one) => wrong(one, look), census: (one) => census(one, look), stata, offices: (one) => offices(one, look), labelled, databases, parquet })) {
    if (process.env.STUDIO_ONLY && !process.env.STUDIO_ONLY.split(",").includes(name)) continue;
    const started = performance.now();
    await part(browser).catch((error) => failures.push(`${name}: ${error.stack}`) && check(name, true));
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
} finally {
  await browser.close();
}
conclude("the studio in a browser");
