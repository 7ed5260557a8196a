import { countOf } from "#core/base/countOf.ts"
import { Effect } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { undoJob } from "#core/commands/jobCommands.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { planText } from "#core/jobs/jobWords.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { dryRunWords } from "#cli/commands/dryRun.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { exitCodes, exitOfRows } from "#cli/exitCodes.ts"
import { confirmPlan } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { dryRunFacts, jobFacts } from "./jobColumns.ts"
import { startJob } from "./startJob.ts"
import { watchedToEnd } from "./watchJob.ts"

/** Undoes a job: plans the undo, shows it, asks for confirmation, and waits until it is done. */
export const verb = verbOf(undoJob, {
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal, flags } = call
    const input = yield* readInput(call, undoJob.input)
    yield* mustBeAllowed(undoJob)
    if (flags.dryRun === true) {
      const { data: planned } = yield* asDryRun(runOf(undoJob)(input))
      terminal.talk(planned.total === 0 ? "Nothing to undo." : planText(planned))
      terminal.talk(dryRunWords)
      yield* show(terminal, shownRecord({ ...planned, jobID: null }, dryRunFacts))
      return exitCodes.done
    }
    const client = yield* ApiClient
    const { data: made } = yield* runOf(undoJob)(input)
    const about = { params: { id: made.jobID }, query: {} }
    const { data: planned } =
      made.state === "receiving" && made.total > 0
        ? yield* client.jobs.plan(about).pipe(
            // The same undo, run elsewhere at the same time, may have started it.
            Effect.catchTag("JobStateRefused", () => client.jobs.show(about))
          )
        : { data: made }
    const changesNothing = planned.planned === planned.total && planned.wouldApply === 0
    if (changesNothing && planned.wouldFail === 0) {
      if (planned.state === "receiving") {
        terminal.talk(planText(planned))
        yield* client.jobs.cancel(about)
      }
      terminal.talk("Nothing to undo.")
      yield* show(terminal, shownRecord(planned, jobFacts))
      return exitCodes.done
    }
    if (planned.state === "receiving") {
      yield* Effect.tryPromise({
        try: () => confirmPlan(terminal, flags.yes === true || changesNothing, planText(planned)),
        catch: (cause) => cause
      })
    }
    const job = yield* Effect.flatMap(startJob(planned), (started) => watchedToEnd(call, started))
    yield* show(terminal, shownRecord(job, jobFacts))
    if (job.failed > 0) terminal.talk(`${countOf(job.failed, "row")} failed: lockdesk jobs show ${job.jobID} --failed`)
    return exitOfRows(job.failed, job.done - job.failed)
  })
})
