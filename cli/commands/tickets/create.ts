import { basename } from "node:path"
import { Effect, Schema } from "effect"
import { words } from "#core/api/problem.ts"
import type { InputField } from "#core/commands/Command.ts"
import { createTicket } from "#core/commands/supportCommands.ts"
import { TicketRefused } from "#core/support/TicketErrors.ts"
import { attachmentRefusal, imageTypeOf, ticketIssues } from "#core/support/ticketRules.ts"
import { ticketLimits } from "#core/support/ticketLimits.ts"
import { made } from "#cli/commands/dryRun.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { bytesOfFile, sizeOfFile } from "#cli/input/givenFile.ts"
import { readInput } from "#cli/input/readInput.ts"
import { Failure } from "#cli/output/Failure.ts"
import { show, shownRecord } from "#cli/output/shown.ts"

const filesField = {
  schema: Schema.String,
  label: "Files",
  description: "Up to 5 JPEG or PNG images of at most 5 MB each, separated by commas",
  optional: true
} as const satisfies InputField<string>

const refusedFile = (path: string, message: string, next: string): Failure =>
  new Failure({ code: "FileRefused", message: `${path}: ${message}`, next, exit: exitCodes.usage, field: "files" })

const imageOf = (path: string): File => {
  const size = sizeOfFile(path, refusedFile)
  // A file that is too large is not read further.
  const bytes = size > ticketLimits.imageBytes ? new Uint8Array(8) : bytesOfFile(path, refusedFile)
  const name = basename(path)
  const refusal = attachmentRefusal([{ name, size, head: bytes.subarray(0, 8) }])
  if (refusal !== null) throw refusedFile(path, words(refusal).error, "Remove it, or choose another file.")
  return new File([bytes], name, { type: imageTypeOf(bytes) ?? "" })
}

const imagesOf = (files: string | undefined): ReadonlyArray<File> => {
  const paths = (files ?? "")
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "")
  if (paths.length > ticketLimits.images) {
    throw refusedFile(paths.at(-1) ?? "", "Limits attachment count to 5.", "Remove some of them.")
  }
  return paths.map(imageOf)
}

/** Sends a ticket; prints its number. */
export const verb = verbOf(createTicket, {
  options: { files: filesField },
  fields: ["ticketID", "message"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { files, ...input } = yield* readInput(call, { ...createTicket.input, files: filesField })
    const issues = ticketIssues(input)
    if (issues.length > 0) return yield* Effect.fail(new TicketRefused({ data: { issues } }))
    const images = yield* Effect.try({ try: () => imagesOf(files), catch: (cause) => cause })
    yield* mustBeAllowed(createTicket)
    const { data, message } = yield* made(call, createTicket, { ...input, images })
    return yield* show(
      call.terminal,
      shownRecord({ ticketID: data.ticketID, message }, [
        { heading: "Ticket", text: (row) => String(row.ticketID) },
        { heading: "Message", text: (row) => row.message }
      ])
    )
  })
})
