import { Effect } from "effect"
import { outputFields } from "#core/commands/endpoints.ts"
import { setLockColor } from "#core/commands/lockChangeCommands.ts"
import { fileFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { readInput } from "#cli/input/readInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"

const single = callVerb(setLockColor, (changed) => shownRecord(changed.data, lockFacts))

/** Sets the color of one lock, or of the locks in a file with a job: the given color, or the one in each row's column color. */
export const verb = verbOf(setLockColor, {
  options: fileOptions,
  fields: [...outputFields("lockChanges.update"), ...fileFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "color"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    const { color: colorField } = setLockColor.input
    // With a file there is no lock argument, so the only argument is the color.
    const words: Call = { ...call, given: { ...call.given, color: call.given["lockID"] } }
    const { color } = yield* readInput(words, { color: { ...colorField, optional: true } })
    yield* mustBeAllowed(setLockColor)
    const { runJobFile } = yield* Effect.promise(() => import("#cli/commands/jobs/runJobFile.ts"))
    return yield* runJobFile(call, path, {
      kind: "setColor",
      ...(color === undefined ? { needed: ["color"] } : {}),
      about: String(color ?? ""),
      make: (client, made) => client.jobs.setColor({ query: {}, payload: { ...made, color: color ?? null } })
    })
  })
})
