import { countOf } from "#core/base/countOf.ts"
import { renameSync, rmSync } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { countText } from "#core/base/countText.ts"
import { askLocksFile } from "#core/commands/exportCalls.ts"
import type { InputField } from "#core/commands/Command.ts"
import { exportFormats, type ExportFormat } from "#core/exports/exportFormats.ts"
import { lockColumnIds } from "#core/exports/lockColumns.ts"
import { rowsSoFar } from "#core/exports/rowsSoFar.ts"
import type { Call } from "#cli/Call.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { unfinishedBeside } from "#cli/local/replaceFile.ts"
import { cannotWrite } from "#cli/output/cannotWrite.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { isStdout, kindOfFile, outputPath, screenRefusal } from "#cli/output/outputPath.ts"

/** Options of a lock list for writing it to a file. */
export const exportOptions = {
  format: {
    schema: Schema.Literals(exportFormats),
    label: "Format",
    description: "Write all of them as xlsx or csv (default: by the file's extension)",
    optional: true
  } satisfies InputField<ExportFormat>,
  output: {
    schema: Schema.String,
    label: "Output",
    description: "The file to write, - for stdout",
    optional: true
  } satisfies InputField<string>
} as const

/** The target of an exported list: a file or stdout. */
export interface ExportTarget {
  readonly format: ExportFormat
  readonly path: string | null
}

/** The requested export target; null for a list on screen. */
export const exportTarget = (
  call: Call,
  { format, output }: FileInput
): Effect.Effect<ExportTarget | null, Failure> => {
  if (format === undefined && output === undefined) return Effect.succeed(null)
  if (call.terminal.outputOptions.format.kind !== "table") {
    return Effect.fail(usageFailure("Use --json or write a file, not both.", "Remove one of them.", { field: "json" }))
  }
  for (const key of ["limit", "page"] as const) {
    if (call.given[key] !== undefined) {
      const next = `Remove --${key}, or filter the list.`
      return Effect.fail(usageFailure("A file always has every listed lock.", next, { field: key }))
    }
  }
  const named = exportFormats.find((each) => output?.toLowerCase().endsWith(`.${each}`))
  const chosen = format ?? named ?? (isStdout(output) ? "csv" : undefined)
  if (chosen === undefined) {
    return Effect.fail(
      usageFailure("The format is missing.", "Add --format xlsx or --format csv.", { field: "format" })
    )
  }
  const path = outputPath(output)
  const refusal = path === null && chosen === "xlsx" ? screenRefusal(call.terminal, ".xlsx") : null
  return refusal === null ? Effect.succeed({ format: chosen, path }) : Effect.fail(refusal)
}

/**
 * A file that appears under its name only when it is complete. It may contain combinations, so only its owner can read it. A
 * device or named pipe can't be replaced: it takes what is written.
 */
const openFile = (path: string) => {
  const attempt = <A>(act: () => A | Promise<A>): Effect.Effect<A, Failure> =>
    Effect.tryPromise({ try: async () => act(), catch: (cause) => cannotWrite(path, cause) })
  const outputTo = (opened: string, finish: Effect.Effect<void, Failure>, discard: () => void) =>
    Effect.acquireRelease(
      attempt(() => open(opened, "w", 0o600)),
      (handle: FileHandle) =>
        Effect.andThen(
          Effect.promise(() => handle.close()),
          Effect.sync(discard)
        )
    ).pipe(Effect.map((handle) => ({ write: (bytes: Uint8Array) => attempt(() => handle.appendFile(bytes)), finish })))
  if (kindOfFile(path) === "other") return outputTo(path, Effect.void, () => undefined)
  const { file, unfinished } = unfinishedBeside(path)
  return outputTo(
    unfinished,
    attempt(() => renameSync(unfinished, file)),
    () => rmSync(unfinished, { force: true })
  )
}

/** The typed options of a list that can be exported. */
interface FileInput {
  readonly format?: ExportFormat | undefined
  readonly output?: string | undefined
}

/** A lock list as a file, if requested: filter and order come from its inputs. */
export const asFile = <Input extends object>(
  listed: (input: Input) => { readonly filter: string; readonly sort?: string | undefined }
) => ({
  options: exportOptions,
  write: Effect.fnUntraced(function* (call: Call, input: Input & FileInput) {
    const target = yield* exportTarget(call, input)
    if (target === null) return null
    const { filter, sort } = listed(input)
    return yield* exportLocks(call, target, filter, sort)
  })
})

/** Writes every lock that matches a filter, in the order of `sort`; shows the progress and the number. */
export const exportLocks = (call: Call, { format, path }: ExportTarget, filter: string, sort?: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { terminal } = call
      if (path !== null && kindOfFile(path) === "file") {
        yield* Effect.tryPromise({
          try: () => confirm(terminal, call.flags.yes === true, `${path} already exists and will be replaced.`),
          catch: (cause) => cause
        })
      }
      const target = path === null ? null : yield* openFile(path)
      const { rows, receive } = yield* askLocksFile({ format, filter, ...(sort === undefined ? {} : { sort }) })
      let taken = 0
      yield* receive((part) => {
        taken += part.length
        const done = rowsSoFar(taken, { rows, columns: lockColumnIds.length, format })
        if (path !== null) terminal.status(`About ${countText(done)} of ${countOf(rows, "row")}`)
        return target === null ? Effect.promise(() => terminal.data(part)) : target.write(part)
      })
      if (target !== null) yield* target.finish
      terminal.talk(path === null ? countOf(rows, "row") : `${countOf(rows, "row")} in ${path}`)
      return exitCodes.done
    })
  )
