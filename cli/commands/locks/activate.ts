import { Effect, Schema } from "effect"
import { outputFields } from "#core/commands/endpoints.ts"
import { activateLock } from "#core/commands/lockCommands.ts"
import { fileFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { readInput } from "#cli/input/readInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"

const single = callVerb(activateLock, (activated) => shownRecord(activated.data, lockFacts))

const inventoryOption = {
  schema: Schema.Boolean,
  label: "Inventory",
  description: "Activate the locks of a file into the inventory instead of a facility",
  optional: true
} as const

/** Activates one lock, or the locks of a file with a job. */
export const verb = verbOf(activateLock, {
  options: { ...fileOptions, inventory: inventoryOption },
  fields: [...outputFields("locks.activate"), ...fileFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "serialCode"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    const { facilityID: facilityField } = activateLock.input
    const facilityID =
      call.given["inventory"] === true ? null : (yield* readInput(call, { facilityID: facilityField })).facilityID
    yield* mustBeAllowed(activateLock)
    const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
    return yield* runJobFile(call, path, {
      kind: "activate",
      about: String(facilityID),
      make: (client, made) => client.jobs.activate({ query: {}, payload: { ...made, facilityID } })
    })
  })
})
