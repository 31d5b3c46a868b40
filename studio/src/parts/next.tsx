// The way on.
import { useStore } from "../store.ts";
import { screens, t } from "../text.ts";

export function Next({ to, off }: { to: keyof typeof screens; off?: boolean }) {
  const { go } = useStore();
  return <div class="next"><button class="main" disabled={off} onClick={() => go(to)}>{t.next(screens[to])} →</button></div>;
}
