import { Effect } from "effect"
import { outputFields } from "#core/commands/endpoints.ts"
import { setLockCode } from "#core/commands/lockChangeCommands.ts"
import { countFields, fileGiven, fileOptions } from "#cli/commands/jobs/fileOptions.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "#cli/output/lockColumns.ts"

const single = callVerb(setLockCode, (changed) => shownRecord(changed.data, lockFacts))

const fileOption = {
  ...fileOptions.file,
  description:
    "A CSV file or workbook (.xlsx, .ods) with the columns serialCode and unlockCode; - reads stdin. Where combinations are hidden, a repeated file counts as a change, so that nobody can test a guess"
} as const

/** Changes the combination of one lock, or of the locks in a file. */
export const verb = verbOf(setLockCode, {
  options: { file: fileOption, sheet: fileOptions.sheet },
  fields: [...outputFields("lockChanges.update"), ...countFields],
  run: Effect.fnUntraced(function* (call: Call) {
    const path = yield* Effect.try({ try: () => fileGiven(call, "lockID"), catch: (cause) => cause })
    if (path === null) return yield* single.run(call)
    yield* mustBeAllowed(setLockCode)
    const { runCodeFile } = yield* Effect.promise(() => import("./runCodeFile.ts"))
    return yield* runCodeFile(call, path)
  })
})
