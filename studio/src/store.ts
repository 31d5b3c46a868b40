// What the page knows: the project as the program says it, and where the reader is. No rule stands here.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Json, Problem, Work } from "./api.ts";
import type { Screen } from "./text.ts";
import type { Policy } from "./policy.ts";

export interface Answer { command: string; found: Json; current: boolean }
export interface Run { id: number; words: Policy; policy: string; command: string; release: string; private: string; report: string; evidence: string; made: Json; answers: string[]; current: boolean; standing: "there" | "gone" | "other"; outdated: boolean }
export interface State {
  data: string; folder: string; revision: number; words: Policy | null; toml: string; promises: (string | null)[] | null; problem: Problem | null;
  look: Json | null; unread: Problem | null; reading: number; undo: string | null; redo: string | null; answers: Record<string, Answer>; runs: Run[]; jobs: Work[];
}
export interface Start { version: string; folder: string; first: string | null; schema: Json }

export interface Store {
  start: Start;
  state: State | null;
  screen: Screen;
  work: Record<string, Work>;
  /** Goes to a screen. */
  go: (screen: Screen) => void;
  open: (data: string) => Promise<void>;
  close: () => void;
  edit: (words: Policy, what: string) => Promise<void>;
  undo: (redo?: boolean) => Promise<void>;
  refresh: () => Promise<void>;
  /** Begins work and follows it to its end. */
  begin: (call: string, body: object, key: string) => Promise<Work | null>;
  stop: (key: string) => void;
  complain: (problem: Problem) => void;
  set: (state: State) => void;
}

export const StoreContext = createContext<Store>(null as unknown as Store);
export const useStore = () => useContext(StoreContext);
/** The project that is open; screens that need one are shown only then. */
export const useProject = () => { const store = useStore(); return { ...store, state: store.state! }; };
