import { Effect } from "effect"
import { readTicketImage } from "#core/commands/supportCommands.ts"
import { imageName, imageTypeOf } from "#core/support/ticketRules.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { bytesFileFields, mustBeWritable, outputField, writeBytes } from "#cli/commands/bytesFile.ts"

const options = { output: outputField("ticket-7-image-1.png") }

/** Writes an image to a file or stdout. */
export const verb = verbOf(readTicketImage, {
  options,
  fields: bytesFileFields,
  run: Effect.fnUntraced(function* (call: Call) {
    const { output, ...input } = yield* readInput(call, { ...readTicketImage.input, ...options })
    yield* mustBeWritable(call, output, "an image")
    yield* mustBeAllowed(readTicketImage)
    const bytes = yield* runOf(readTicketImage)(input)
    const name = imageName(input.ticketID, input.image, imageTypeOf(bytes) ?? "")
    return yield* writeBytes(call, output, { name, bytes })
  })
})
