import { Effect, Schema } from "effect"
import { ApiClient } from "#core/api/ApiClient.ts"
import { showJob } from "#core/commands/jobCommands.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { jobFacts } from "./jobColumns.ts"

/** Shows a job; with --failed its failed rows as CSV, with their original columns, error and fix. */
export const verb = verbOf(showJob, {
  options: {
    failed: {
      schema: Schema.Boolean,
      label: "Failed",
      description: "Print the failed rows as CSV, each with error and fix",
      optional: true
    }
  },
  run: Effect.fnUntraced(function* (call: Call) {
    const input = yield* readInput(call, showJob.input)
    if (call.given["failed"] !== true) {
      const { data } = yield* runOf(showJob)(input)
      return yield* show(call.terminal, shownRecord(data, jobFacts))
    }
    const client = yield* ApiClient
    let from: number | undefined
    for (;;) {
      const query = from === undefined ? {} : { from }
      const { data } = yield* client.jobs.failedCsv({ params: { id: input.job }, query })
      yield* Effect.promise(() => call.terminal.data(data.csv))
      if (data.after === null) return exitCodes.done
      from = data.after
    }
  })
})
