import { Effect } from "effect"
import { outputFields } from "#core/commands/endpoints.ts"
import { transferLock } from "#core/commands/lockChangeCommands.ts"
import { fileFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { readInput } from "#cli/input/readInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"
import { showTransferNotice } from "./unitNotices.ts"

const single = callVerb(transferLock, (changed) => shownRecord(changed.data, lockFacts), showTransferNotice)

/** Transfers one lock, or the locks in a file with a job. */
export const verb = verbOf(transferLock, {
  options: fileOptions,
  fields: [...outputFields("lockChanges.transfer"), ...fileFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "lockID"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    const { facilityID } = yield* readInput(call, { facilityID: transferLock.input.facilityID })
    yield* mustBeAllowed(transferLock)
    const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
    return yield* runJobFile(call, path, {
      kind: "transfer",
      about: String(facilityID),
      make: (client, made) => client.jobs.transfer({ query: {}, payload: { ...made, facilityID } })
    })
  })
})
