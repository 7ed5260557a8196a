import { existsSync, writeFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"
import { readTicketImage } from "#core/commands/supportCommands.ts"
import { imageName, imageTypeOf } from "#core/support/ticketRules.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { cannotWrite } from "#cli/output/cannotWrite.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

const outputField = {
  schema: Schema.String,
  label: "Output",
  description: "The file to write; ticket-7-image-1.png here without it",
  optional: true
} as const satisfies InputField<string>

/** Its owner alone can read it: people photograph more than labels. */
const write = (path: string, bytes: Uint8Array): void => {
  try {
    writeFileSync(path, bytes, { mode: 0o600 })
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/** An image into a file. */
export const verb = verbOf(readTicketImage, {
  options: { output: outputField },
  fields: ["file", "bytes"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal, flags } = call
    const { output, ...input } = yield* readInput(call, { ...readTicketImage.input, output: outputField })
    yield* mustBeAllowed(readTicketImage)
    const bytes = yield* runOf(readTicketImage)(input)
    const path = output ?? imageName(input.ticketID, input.image, imageTypeOf(bytes) ?? "")
    if (existsSync(path)) {
      yield* Effect.tryPromise({
        try: () => confirm(terminal, flags.yes === true, `${path} is there already and will be replaced.`),
        catch: (cause) => cause
      })
    }
    yield* Effect.try({ try: () => write(path, bytes), catch: (cause) => cause })
    return yield* Effect.promise(() =>
      show(
        terminal,
        shownRecord({ file: path, bytes: bytes.length }, [
          { heading: "File", text: ({ file }) => file },
          { heading: "Bytes", text: ({ bytes }) => String(bytes) }
        ])
      )
    )
  })
})
