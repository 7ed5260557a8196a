import { existsSync, writeFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"
import { readTicketImage } from "#core/commands/supportCommands.ts"
import { imageName, imageTypeOf } from "#core/support/ticketRules.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { cannotWrite } from "#cli/output/cannotWrite.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { isStdout, screenRefusal } from "#cli/output/outputPath.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

const outputField = {
  schema: Schema.String,
  label: "Output",
  description: "The file to write; - for stdout, ticket-7-image-1.png here without it",
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

/** Throws where the image itself, on stdout, would be on a screen or among JSON. */
const mustBeWritable = ({ terminal }: Call, output: string | undefined): void => {
  if (!isStdout(output)) return
  if (terminal.manner.format.kind !== "table") {
    throw usageFailure("--json and --output - exclude each other.", "Keep one of them.", { field: "json" })
  }
  const refusal = screenRefusal(terminal, "an image")
  if (refusal !== null) throw refusal
}

/** An image into a file, or to stdout. */
export const verb = verbOf(readTicketImage, {
  options: { output: outputField },
  fields: ["file", "bytes"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal, flags } = call
    const { output, ...input } = yield* readInput(call, { ...readTicketImage.input, output: outputField })
    yield* Effect.try({ try: () => mustBeWritable(call, output), catch: (cause) => cause })
    yield* mustBeAllowed(readTicketImage)
    const bytes = yield* runOf(readTicketImage)(input)
    if (isStdout(output)) {
      yield* Effect.promise(() => terminal.data(bytes))
      return exitCodes.done
    }
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
