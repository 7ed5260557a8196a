import { Effect } from "effect"
import { outputFields } from "#core/commands/endpoints.ts"
import { setLockUnit } from "#core/commands/lockChangeCommands.ts"
import { fileFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"
import { showUnitNotices } from "./unitNotices.ts"

const single = callVerb(setLockUnit, (changed) => shownRecord(changed.data, lockFacts), showUnitNotices)

/** Sets the unit of one lock, or of the locks in a file with a job: the one in each row's column unit; empty is none. */
export const verb = verbOf(setLockUnit, {
  options: fileOptions,
  fields: [...outputFields("lockChanges.update"), ...fileFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "lockID"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    yield* mustBeAllowed(setLockUnit)
    const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
    return yield* runJobFile(call, path, {
      kind: "setUnit",
      // Without this column every unit would be removed.
      needed: ["unitNumber"],
      about: "",
      make: (client, made) => client.jobs.setUnit({ query: {}, payload: made })
    })
  })
})
