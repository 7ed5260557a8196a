import { Effect } from "effect"
import { setLockStatus } from "#core/commands/lockChangeCommands.ts"
import { fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import { type Call, callVerb, verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { readInput } from "#cli/input/readInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "./lockColumns.ts"

const single = callVerb(setLockStatus, (changed) => shownRecord(changed.data, lockFacts))

/** Sets the status of one lock, or of those of a file as a job: each row its own, in the column status. */
export const verb = verbOf(setLockStatus, {
  options: fileOptions,
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "lockID"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    const { status: statusField } = setLockStatus.input
    const { status } = yield* readInput(call, { status: { ...statusField, optional: true } })
    yield* mustBeAllowed(setLockStatus)
    const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
    return yield* runJobFile(call, path, {
      kind: "setStatus",
      about: String(status ?? ""),
      will: "will change their status",
      make: (client, made) =>
        client.jobs.setStatus({ query: {}, payload: { ...made, secondaryLockStatus: status ?? null } })
    })
  })
})
