import { Effect } from "effect"
import { outputFields } from "#core/commands/endpoints.ts"
import { setLockStatus } from "#core/commands/lockChangeCommands.ts"
import { fileFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { readInput } from "#cli/input/readInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"
import { showUnitNotices } from "./unitNotices.ts"

const single = callVerb(setLockStatus, (changed) => shownRecord(changed.data, lockFacts), showUnitNotices)

/**
 * Sets the status of one lock, or of the locks in a file with a job: the given status, or the one in each row's column status.
 */
export const verb = verbOf(setLockStatus, {
  options: fileOptions,
  fields: [...outputFields("lockChanges.update"), ...fileFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "status"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    const { status: statusField } = setLockStatus.input
    // With a file there is no lock argument, so the only argument is the status.
    const words: Call = { ...call, given: { ...call.given, status: call.given["lockID"] } }
    const { status } = yield* readInput(words, { status: { ...statusField, optional: true } })
    yield* mustBeAllowed(setLockStatus)
    const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
    return yield* runJobFile(call, path, {
      kind: "setStatus",
      ...(status === undefined ? { needed: ["status"] } : {}),
      about: String(status ?? ""),
      make: (client, made) =>
        client.jobs.setStatus({ query: {}, payload: { ...made, secondaryLockStatus: status ?? null } })
    })
  })
})
