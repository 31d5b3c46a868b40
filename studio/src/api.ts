// Calls to the program that serves this page. The token stands in the address behind #, which no browser sends; it goes as a header.

export type Json = any; // eslint-disable-line -- what the program says is shown, and decided by nobody here

export interface Problem { kind: string; message: string; nearest?: Json; why?: Json; status?: number }

export class CallError extends Error {
  constructor(readonly problem: Problem) { super(problem.message); }
}

/** The table that is open was changed under the page. */
export const CHANGED = "aloof-changed";

export const token = () => location.hash.slice(1).split("/")[0];

const headers = () => ({ "content-type": "application/json", "x-aloof-token": token() });

export async function call<T = Json>(name: string, body: object = {}): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, { method: "POST", headers: headers(), body: JSON.stringify(body) });
  } catch {
    throw new CallError({ kind: "gone", message: "" });
  }
  const found = await response.json().catch(() => ({ error: { kind: "gone", message: "" } }));
  if (!response.ok) {
    // What was read is not what lies there now: whoever is open is told, and reads it again.
    if (found.error?.kind === "changed") dispatchEvent(new Event(CHANGED));
    throw new CallError({ ...found.error, status: response.status });
  }
  return found;
}

export interface Work {
  id: number; kind: string; about: string; phase: "waiting" | "running" | "done" | "failed" | "stopped";
  step: string; done: number; total: number | null; seconds: number; expected: number | null; log: [number, string][]; found: Json; error: Problem | null;
}

/** Follows a piece of work to its end, telling every change. */
export async function follow(job: number, tell: (work: Work) => void): Promise<Work> {
  const response = await fetch("/api/events", { method: "POST", headers: headers(), body: JSON.stringify({ job }) }).catch(() => null);
  if (!response?.ok || !response.body) throw new CallError({ kind: "gone", message: "" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let [rest, last] = ["", null as Work | null];
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
    if (done) break;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      last = JSON.parse(part.replace(/^data: /, "")) as Work;
      tell(last);
    }
  }
  if (!last || last.phase === "running" || last.phase === "waiting") throw new CallError({ kind: "gone", message: "" });
  return last;
}
