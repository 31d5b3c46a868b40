// What others on the same machine, or in the same browser, get: nothing.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { check } from "./checks.mjs";
import { away, room, run, serve } from "./server.mjs";

/** The first line of the answer to bytes as they are. */
const raw = (port, text) => new Promise((done) => {
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  let answer = "";
  socket.on("data", (bytes) => { answer += bytes; socket.end(); });
  socket.on("close", () => done(answer));
  socket.on("error", () => done(answer));
});
const status = (answer) => Number(answer.split(" ")[1]);

export async function safe() {
  const [folder, elsewhere] = [room("safe"), room("elsewhere")];
  run(folder, ["generate", "census", "--rows", "300", "--seed", "7", "--out", "people.csv"]);
  writeFileSync(join(elsewhere, "secret.csv"), "age,income\n1,987654321\n");
  mkdirSync(join(folder, "sub"));
  symlinkSync(elsewhere, join(folder, "link"));
  symlinkSync(join(elsewhere, "secret.csv"), join(folder, "file.csv"));
  const server = await serve(folder, "people.csv");
  try {
    await hosts(server);
    await tokens(server);
    await paths(server, elsewhere);
    await bodies(server);
    await many(server);
    await stubborn(server);
    await odd(server);
    await links(server, folder, elsewhere);
    await values(server);
  } finally {
    await server.end();
    away(folder);
    away(elsewhere);
  }
}

async function hosts({ port, token }) {
  const own = `127.0.0.1:${port}`;
  const get = (host) => raw(port, `GET / HTTP/1.1\r\n${host === null ? "" : `Host: ${host}\r\n`}Connection: close\r\n\r\n`);
  check("the own host is served", status(await get(own)) === 200);
  for (const host of ["evil.com", `evil.com:${port}`, `127.0.0.1.evil.com:${port}`, `${own}.evil.com`, `localhost:${port}`, "127.0.0.1", `[::1]:${port}`, `0.0.0.0:${port}`, `127.1:${port}`, `127.0.0.1:${port + 1}`, "", null]) {
    const found = status(await get(host));
    check(`host ${host} is refused`, found === 421 || found === 400, found);
  }
  const twice = await raw(port, `GET / HTTP/1.1\r\nHost: ${own}\r\nHost: evil.com\r\nConnection: close\r\n\r\n`);
  check("two hosts are refused", [400, 421].includes(status(twice)), status(twice));
  const absolute = await raw(port, `GET http://evil.com/ HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`);
  check("another name in the first line is refused", [400, 421].includes(status(absolute)), status(absolute));
  const rebound = await raw(port, `POST /api/start HTTP/1.1\r\nHost: evil.com:${port}\r\nOrigin: http://evil.com:${port}\r\nX-Aloof-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`);
  check("a name that was bound again is refused, even with the token", status(rebound) === 421, status(rebound));
  check("no refusal says anything of the folder", !/people|elsewhere/.test(rebound + twice + absolute));
  const page = await get(own);
  for (const header of ["content-security-policy: default-src 'none'", "cache-control: no-store", "x-content-type-options: nosniff", "cross-origin-resource-policy: same-origin", "referrer-policy: no-referrer"]) {
    check(`the page is sent with ${header}`, page.toLowerCase().includes(header));
  }
  check("nothing is allowed across origins", !/access-control/i.test(page));
}

async function tokens({ call, origin }) {
  check("the token opens", (await call("start")).status === 200);
  for (const token of ["", "0".repeat(32), "x"]) check(`token ${token} does not`, (await call("start", {}, { "x-aloof-token": token })).status === 403);
  for (const other of ["http://evil.com", "null", `${origin}.evil.com`, "http://127.0.0.1:1"]) check(`origin ${other} is refused`, (await call("start", {}, { origin: other })).status === 403);
  for (const site of ["cross-site", "same-site"]) check(`what comes ${site} is refused`, (await call("start", {}, { "sec-fetch-site": site })).status === 403);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) check(`${type} is refused`, (await call("start", {}, { "content-type": type })).status === 415);
  check("calls are not made by reading", (await fetch(`${origin}/api/start`)).status === 403);
  check("leave is not given in advance", (await fetch(`${origin}/api/start`, { method: "OPTIONS" })).status === 403);
}

async function paths({ call, origin }, elsewhere) {
  for (const path of ["..", "../", "/etc", "link", "sub/../..", "..\\", elsewhere]) check(`folder ${path} cannot be listed`, (await call("files", { folder: path })).status === 400);
  for (const path of ["../x.csv", "/etc/passwd", "link/secret.csv", "file.csv", join(elsewhere, "secret.csv"), "sub/../../x", "a\0b", "sqlite:/etc/x?table=t", "postgres://localhost/x?table=t", "-", "."]) {
    check(`${path} cannot be opened`, (await call("open", { data: path })).status === 400);
    check(`${path} cannot be audited`, path === "." || (await call("audit", { release: path })).status === 400);
  }
  const { found } = await call("files", { folder: "" });
  check("links that lead out are not shown", !found.entries.some((entry) => ["link", "file.csv"].includes(entry.name)), found.entries);
  for (const path of ["/../Cargo.toml", "/people.csv", "/page/0", "/%2e%2e/people.csv", "/people.csv.aloof.json"]) check(`${path} is not served`, [404, 410].includes((await fetch(origin + path)).status));
  await opened(call);
  const { found: state } = await call("state", { data: "people.csv" });
  for (const file of ["/etc/passwd", "../../x.csv", join(elsewhere, "secret.csv"), "../link/secret.csv"]) {
    const words = { ...state.words, columns: { ...state.words.columns, birthplace: { role: "quasi", hierarchy: file } } };
    const { found: said } = await call("check", { data: "people.csv", words });
    check(`a policy cannot name ${file}`, /outside of the folder/.test(said.problem?.message ?? ""), said.problem);
  }
}

/** Waits until a table is read. */
async function opened(call) {
  await call("open", { data: "people.csv" });
  while (!(await call("state", { data: "people.csv" })).found.look) await new Promise((done) => setTimeout(done, 50));
}

async function bodies({ call, origin, token }) {
  const send = (body) => fetch(`${origin}/api/edit`, { method: "POST", headers: { "content-type": "application/json", "x-aloof-token": token }, body }).then((found) => found.status, () => "closed");
  const large = await send("x".repeat(3 << 20));
  check("large bodies are refused", large === 413 || large === "closed", large);
  for (const body of ["", "{", "null", "[]", "{\"data\":1}", "\u0000", "{\"data\":\"people.csv\",\"words\":3,\"revision\":0,\"what\":\"\"}", "[".repeat(100000)]) check(`${body.slice(0, 20)} is refused`, [400, 409].includes(await send(body)), await send(body));
  check("what is not there is refused", (await call("nothing")).status === 400);
  check("there is no such work", (await call("stop", { job: 999 })).status === 400);
}

async function many({ call }) {
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, at) => call(at % 2 ? "state" : "rows", { data: "people.csv", from: at, count: 50 }).then((found) => found.status, () => 0)));
  const served = answers.filter((one) => one === 200).length;
  check("1,000 requests at once are served", served === 1000, `${served} were`);
}

/** Whoever opens connections and says nothing, or never ends what is said, keeps nobody out, and is not kept. */
async function stubborn({ call, port }) {
  const sockets = Array.from({ length: 300 }, (_, at) => {
    const socket = connect(port, "127.0.0.1", () => at % 3 && socket.write(at % 3 === 1 ? `POST /api/start HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: ` : `POST /api/start HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1000\r\n\r\n{`));
    socket.on("error", () => {});
    return socket;
  });
  const drip = setInterval(() => sockets.forEach((socket) => !socket.destroyed && socket.write("x")), 500);
  await new Promise((done) => setTimeout(done, 500));
  const started = performance.now();
  check("300 connections that never end keep nobody out", (await call("start")).status === 200);
  check("nor make anybody wait", performance.now() - started < 2000);
  const left = () => sockets.filter((socket) => !socket.destroyed).length;
  while (left() && performance.now() - started < 25_000) await new Promise((done) => setTimeout(done, 250));
  clearInterval(drip);
  check("they are closed after a while", left() === 0, `${left()} are left`);
  sockets.forEach((socket) => socket.destroy());
}

/** What no browser sends. */
async function odd({ call, port, token }) {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const own = `${host}X-Aloof-Token: ${token}\r\nContent-Type: application/json\r\n`;
  const refused = {
    "a body of two lengths": `POST /api/start HTTP/1.1\r\n${own}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
    "a length that is none": `POST /api/start HTTP/1.1\r\n${own}Content-Length: -1\r\n\r\n`,
    "a token sent twice, the first wrong": `POST /api/start HTTP/1.1\r\n${host}X-Aloof-Token: wrong\r\nX-Aloof-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    "a call that is read": `GET /api/start HTTP/1.1\r\n${own}Connection: close\r\n\r\n`,
    "another method": `TRACE / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    "a tunnel": `CONNECT evil.com:80 HTTP/1.1\r\nHost: evil.com:80\r\n\r\n`,
    "a call with letters in it": `POST /api/%73tart HTTP/1.1\r\n${own}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
    "two slashes": `POST //api/start HTTP/1.1\r\n${own}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
    "a file beside the page": `GET /..%2f..%2fpeople.csv HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    "a header of a megabyte": `GET / HTTP/1.1\r\n${host}X: ${"x".repeat(1 << 20)}\r\n\r\n`,
    "no HTTP at all": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
  };
  for (const [what, text] of Object.entries(refused)) {
    const found = await raw(port, text);
    check(`${what} is refused`, !found.startsWith("HTTP/1.1 2"), found.slice(0, 60));
  }
  check("and the server goes on", (await call("start")).status === 200);
}

/** Links that came with a table lead nothing out, neither what is read nor what is written. */
async function links({ call }, folder, elsewhere) {
  copyFileSync(join(folder, "people.csv"), join(folder, "sent.csv"));
  symlinkSync(elsewhere, join(folder, "sent.csv.aloof"));
  await call("open", { data: "sent.csv" });
  const jobs = async () => (await call("state", { data: "sent.csv" })).found.jobs;
  while ((await jobs()).some((job) => ["running", "waiting"].includes(job.phase))) await new Promise((done) => setTimeout(done, 50));
  check("nothing is written through a link", readdirSync(elsewhere).join() === "secret.csv", readdirSync(elsewhere));
  writeFileSync(join(folder, "broken.csv.aloof.json"), "{");
  copyFileSync(join(folder, "people.csv"), join(folder, "broken.csv"));
  check("a project that cannot be read is told, and kept", (await call("open", { data: "broken.csv" })).status === 400 && readFileSync(join(folder, "broken.csv.aloof.json"), "utf8") === "{");
}

/** Sensitive values: only when asked for, and never in what the server writes. */
async function values({ call, said }) {
  const hidden = (await call("rows", { data: "people.csv", from: 0, count: 5 })).found;
  const at = hidden.columns.indexOf("income");
  check("sensitive cells are hidden", hidden.rows.every((row) => row.cells[at] === null), hidden.rows[0]);
  const shown = (await call("rows", { data: "people.csv", from: 0, count: 5, show: true })).found;
  check("until they are asked for", shown.rows.every((row) => /^\d+$/.test(row.cells[at])), shown.rows[0]);
  check("values of a sensitive column are not listed", (await call("values", { data: "people.csv", column: "income" })).status === 400);
  check("a screen gets no more than it shows", (await call("rows", { data: "people.csv", from: 0, count: 100000 })).found.rows.length <= 200);
  const everything = (await call("rows", { data: "people.csv", from: 0, count: 200, show: true })).found.rows.map((row) => row.cells[at]);
  check("no log has a sensitive value", !everything.some((value) => value.length > 4 && said().includes(value)));
}
