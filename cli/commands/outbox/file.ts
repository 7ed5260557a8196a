import { Effect } from "effect"
import { saveMailFile } from "#core/commands/outboxCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { bytesFileFields, mustBeWritable, outputField, writeBytes } from "#cli/commands/bytesFile.ts"

const options = { output: outputField("its own name") }

/** Writes a message's attachment to a file or stdout. */
export const verb = verbOf(saveMailFile, {
  options,
  fields: bytesFileFields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { output, ...input } = yield* readInput(call, { ...saveMailFile.input, ...options })
    yield* mustBeWritable(call, output, ".xlsx")
    yield* mustBeAllowed(saveMailFile)
    return yield* writeBytes(call, output, yield* runOf(saveMailFile)(input))
  })
})
