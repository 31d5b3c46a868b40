// Starts the studio of a program in a room of its own, and ends it again.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const aloof = resolve(process.argv[2]);

export const room = (name) => mkdtempSync(join(tmpdir(), `aloof-studio-${name}-`));
export const away = (path) => rmSync(path, { recursive: true, force: true });

/** Runs the program in a folder; its exit code must be one of those. */
export function run(cwd, words, allowed = [0]) {
  try {
    return execFileSync(aloof, words, { cwd, stdio: "pipe", maxBuffer: 1 << 28 }).toString();
  } catch (error) {
    if (allowed.includes(error.status)) return error.stdout.toString();
    throw new Error(`aloof ${words.join(" ")}: ${error.stderr}`);
  }
}

/** A server: where it is, its token, all that it has written on its streams, and how it ends. */
export async function serve(cwd, ...words) {
  const child = spawn(aloof, ["studio", "--no-open", "--json", ...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => { said += text; });
  const ended = new Promise((done) => child.on("exit", done));
  const first = await new Promise((done, fail) => {
    child.stdout.on("data", (text) => { said += text; try { done(JSON.parse(said)); } catch { /* not all of it yet */ } });
    child.on("exit", (code) => fail(new Error(`the studio ended with ${code}: ${said}`)));
  });
  const [origin, token] = first.address.split("/#");
  const call = async (name, body = {}, headers = {}) => {
    const response = await fetch(`${origin}/api/${name}`, { method: "POST", headers: { "content-type": "application/json", "x-aloof-token": token, ...headers }, body: JSON.stringify(body) });
    return { status: response.status, found: await response.json().catch(() => null) };
  };
  return { address: first.address, origin, token, port: Number(origin.split(":").at(-1)), call, said: () => said, end: async (signal = "SIGTERM") => { child.kill(signal); return ended; }, pid: child.pid };
}
