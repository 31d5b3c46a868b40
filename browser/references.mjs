// What pages looked like when somebody last looked at them: small pictures of their beginnings in references/, and whether a page
// still looks so. Machines have other fonts, and figures of a release that no seed made differ a little: so what is compared is where
// there is ink and colour, coarsely. A picture that lost its lines, a table that fell apart, a dark page with a white chart are seen;
// a letter is not.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const place = join(dirname(fileURLToPath(import.meta.url)), "references");

// Of which pages: one of each kind of verdict, and the three others; wide, dark, on a telephone, on paper.
const KEPT = /^(trial|audit|noisy|measured|comparison|advice|evaluation)\.html-(1280-light|1280-dark|390-dark|print)$/;

// So much of a page, and how coarse the picture that is kept.
const HIGH = { 1280: 1800, 390: 2400, 794: 1800 };
const SCALE = 0.2;

// Cells of so many pixels of the reference are compared; so far apart may one be, of 255, and so many of them may be farther.
const CELL = 8;
const APART = 36;
const MOST = 0.06;

export const isKept = (name) => KEPT.test(name);

export function kept(name) {
  const file = join(place, `${name}.png`);
  return isKept(name) && existsSync(file) ? readFileSync(file, "base64") : undefined;
}

async function picture(page) {
  const { width } = page.viewport();
  const high = await page.evaluate(() => document.documentElement.scrollHeight);
  const clip = { x: 0, y: 0, width, height: Math.min(high, HIGH[width] ?? 1800), scale: SCALE };
  return page.screenshot({ encoding: "base64", clip, captureBeyondViewport: true });
}

export async function keep(page, name) {
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `${name}.png`), Buffer.from(await picture(page), "base64"));
}

// Whether a page looks as the reference does, and what to say where it does not.
export async function compare(browser, page, reference) {
  const now = await picture(page);
  const sheet = await browser.newPage();
  const share = await sheet.evaluate(different, reference, now, CELL, APART);
  await sheet.close();
  return [share <= MOST, `looks otherwise than its reference: ${(100 * share).toFixed(1)}% of it (UPDATE_REFERENCES=1 once you have looked)`];
}

// In the browser: the share of cells whose mean colours lie apart.
async function different(one, other, cell, apart) {
  const cells = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width / cell));
    canvas.height = Math.max(1, Math.round(image.height / cell));
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const [a, b] = [await cells(one), await cells(other)];
  // What one of them has more of is empty in the other: a page may be a few lines longer.
  const rows = Math.min(a.height, b.height);
  let far = 0;
  for (let at = 0; at < rows * a.width; at += 1) {
    const off = [0, 1, 2].map((colour) => Math.abs(a.data[4 * at + colour] - b.data[4 * at + colour]));
    if (Math.max(...off) > apart) far += 1;
  }
  return (far + Math.abs(a.height - b.height) * a.width) / (Math.max(a.height, b.height) * a.width);
}
