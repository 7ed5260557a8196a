import { Effect, Schema } from "effect"
import type { InputField } from "#core/commands/Command.ts"
import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { replaceFile } from "#cli/local/replaceFile.ts"
import { cannotWrite } from "#cli/output/cannotWrite.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { isStdout, kindOfFile, screenRefusal } from "#cli/output/outputPath.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import type { Call } from "#cli/Call.ts"

/** The output file; `without` is the default name. */
export const outputField = (without: string) =>
  ({
    schema: Schema.String,
    label: "Output",
    description: `The file to write; - for stdout, ${without} here without it`,
    optional: true
  }) as const satisfies InputField<string>

/** Names of the fields shown after a file was written. */
export const bytesFileFields: ReadonlyArray<string> = ["file", "bytes"]

/** Owner-only permissions, because data from the server is private. */
const write = (path: string, bytes: Uint8Array): void => {
  try {
    replaceFile(path, bytes)
  } catch (error) {
    throw cannotWrite(path, error)
  }
}

/** Fails if the file would be written to a terminal or into JSON on stdout. `what` names it: "an image". */
export const mustBeWritable = ({ terminal }: Call, output: string | undefined, what: string) =>
  Effect.try({
    try: () => {
      if (!isStdout(output)) return
      if (terminal.outputOptions.format.kind !== "table") {
        throw usageFailure("Use --json or --output -, not both.", "Remove one of them.", { field: "json" })
      }
      const refusal = screenRefusal(terminal, what)
      if (refusal !== null) throw refusal
    },
    catch: (cause) => cause
  })

/** Writes a file to the given path or to stdout, and reports it. Asks before replacing an existing one. */
export const writeBytes = Effect.fnUntraced(function* (
  { terminal, flags }: Call,
  output: string | undefined,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array }
): Effect.fn.Return<ExitCode, unknown> {
  if (isStdout(output)) {
    yield* Effect.promise(() => terminal.data(bytes))
    return exitCodes.done
  }
  const path = output ?? name
  if (kindOfFile(path) === "file") {
    yield* Effect.tryPromise({
      try: () => confirm(terminal, flags.yes === true, `${path} already exists and will be replaced.`),
      catch: (cause) => cause
    })
  }
  yield* Effect.try({ try: () => write(path, bytes), catch: (cause) => cause })
  return yield* show(
    terminal,
    shownRecord({ file: path, bytes: bytes.length }, [
      { heading: "File", text: ({ file }) => file },
      { heading: "Bytes", text: ({ bytes }) => String(bytes) }
    ])
  )
})
