import { Effect } from "effect"
import { assignInventory } from "#core/commands/inventoryCommands.ts"
import { made } from "#cli/commands/dryRun.ts"
import { fileFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

/** Assigns one lock of the inventory, or the locks of a file with a job. */
export const verb = verbOf(assignInventory, {
  options: fileOptions,
  fields: ["assigned", "unchanged", "message", ...fileFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "lockID"), catch: (cause) => cause })
    const { facilityID: facilityField } = assignInventory.input
    if (path !== null) {
      const { facilityID } = yield* readInput(call, { facilityID: facilityField })
      yield* mustBeAllowed(assignInventory)
      const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
      return yield* runJobFile(call, path, {
        kind: "assign",
        about: String(facilityID),
        make: (client, made) => client.jobs.assign({ query: {}, payload: { ...made, facilityID } })
      })
    }
    const input = yield* readInput(call, assignInventory.input)
    yield* mustBeAllowed(assignInventory)
    const { data: assigned, unchanged, message: success, left } = yield* made(call, assignInventory, input)
    const [why] = left
    const message = why === undefined ? success : `${success}: ${why.error}`
    yield* show(
      call.terminal,
      shownRecord({ assigned, unchanged, message }, [
        { heading: "Assigned", text: (row) => String(row.assigned) },
        { heading: "Unchanged", text: (row) => String(row.unchanged) },
        { heading: "Message", text: (row) => row.message }
      ])
    )
    return left.length === 0 ? exitCodes.done : exitCodes.conflict
  })
})
