// Sign: what to sign, what to publish, what to keep, and the command.
import { call } from "../api.ts";
import { useRun } from "../parts/asked.tsx";
import { Command, Empty } from "../parts/basics.tsx";
import { Standing } from "../parts/standing.tsx";
import { useProject } from "../store.ts";
import { t } from "../text.ts";

const text = t.sign;

export function Sign() {
  const { state, start, complain } = useProject();
  const [run, choice] = useRun();
  if (!run) return <><h1>{text.title}</h1><Empty title={t.noRun}><p>{t.noRunSaid}</p></Empty></>;
  const show = async () => {
    const tab = open("about:blank", "_blank");
    try {
      const { path } = await call<{ path: string }>("page", { data: state.data, run: run.id });
      if (tab) { tab.opener = null; tab.location.href = path; }
    } catch (error: any) {
      tab?.close();
      complain(error.problem);
    }
  };
  return <>
    <h1>{text.title}</h1><p class="lead">{text.lead}</p>{choice}<Standing run={run} />
    {run.standing === "there" && run.made.checks?.filter((check: any) => check.promise).map((check: any) => <div class="say" key={check.title + check.view}><p>{check.promise}</p></div>)}
    <div class="sheets">
      <section class="sheet"><h2>{text.page}</h2><p class="soft">{text.pageLead}</p><p><code>{run.report}</code></p><p><button class="main" onClick={show}>{text.openPage}</button></p><h3>{text.evidence}</h3><p><code>{run.evidence}</code></p></section>
      {run.standing === "there" && <section class="sheet"><h2 class="is-good">{text.publish}</h2><p class="soft">{text.publishLead}</p><p><code>{run.release}</code></p></section>}
      <section class="sheet"><h2 class="is-bad">{text.private}</h2><p class="soft">{text.privateLead}</p><p><code>{run.private}</code></p></section>
    </div>
    <section class="sheet"><p class="soft">{text.commandLead(start.folder)}</p><Command text={`${run.command} --replace`} /><Command text={run.policy} label={`${t.policy}: ${state.folder}/policy-${run.id}.toml`} /></section>
  </>;
}
