import { Effect, Schema } from "effect"
import { asDryRun } from "#core/auth/DryRun.ts"
import type { InputField, InputFields } from "#core/commands/Command.ts"
import { importUsers } from "#core/commands/userCommands.ts"
import {
  noTally,
  nothingSent,
  refusedRows,
  userPieces,
  userPlanWords,
  type UserTally,
  withPiece
} from "#core/team/userImportPieces.ts"
import { dryRunWords } from "#cli/commands/dryRun.ts"
import { sheetGiven } from "#cli/commands/jobs/fileOptions.ts"
import { ErrorsFile } from "#cli/commands/registry/ErrorsFile.ts"
import { runOf } from "#cli/commands/runOf.ts"
import { mustBeAllowed } from "#cli/commands/session.ts"
import { type Call, verbOf } from "#cli/commands/Verb.ts"
import { type ExitCode, exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { sheetOption } from "#cli/input/listFile.ts"
import { readInput } from "#cli/input/readInput.ts"
import { sameLine } from "#cli/output/resumeLine.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { readUserFile, type UserFile } from "./userFile.ts"

/** The command takes rows; the terminal reads them from a file. */
const fileField = { ...importUsers.input.rows, schema: Schema.String } as const satisfies InputField<string>

const options = {
  sheet: sheetOption,
  map: {
    schema: Schema.String,
    label: "Map",
    description: "What columns are: 'Header=column,Header=column'; 'Header=' leaves one out",
    optional: true
  }
} as const satisfies InputFields

/** Sends the file, as a dry run to see what it comes to, or for real; refused rows go into `errors`. */
const sent = Effect.fnUntraced(function* (call: Call, file: UserFile, errors: ErrorsFile | null, dryRun: boolean) {
  let tally = noTally
  for (const piece of userPieces(file.table, file.mapping)) {
    const request = runOf(importUsers)({ rows: piece.send })
    const answer = piece.send.length === 0 ? nothingSent : (yield* dryRun ? asDryRun(request) : request).data
    yield* Effect.sync(() => {
      for (const issue of refusedRows(piece, answer)) errors?.add(piece.source.get(issue.row) ?? [], issue)
    })
    tally = withPiece(tally, piece, answer)
    call.terminal.status(`${dryRun ? "Checking" : "Importing"} ${tally.rows} of ${file.table.rowCount} rows`)
  }
  call.terminal.status(null)
  return tally
})

const exitOf = ({ added, changed, unchanged, refused }: UserTally): ExitCode =>
  refused === 0 ? exitCodes.done : added + changed + unchanged > 0 ? exitCodes.partly : exitCodes.failed

/**
 * Imports a file of users: what it comes to is checked by a dry run of every row and said, then each row is done. Who is on the
 * team already stays as they are, so running it again after anything resumes it.
 */
export const verb = verbOf(importUsers, {
  options,
  fields: ["file", "rows", "added", "changed", "unchanged", "refused", "errorsFile", "dryRun"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal } = call
    const { rows: path } = yield* readInput(call, { rows: fileField })
    const { map = null } = yield* readInput(call, { map: options.map })
    yield* mustBeAllowed(importUsers)
    const file = yield* Effect.tryPromise({
      try: () => readUserFile(terminal, path, sheetGiven(call), map),
      catch: (cause) => cause
    })
    for (const [nth, header] of file.table.header.entries()) {
      terminal.talk(`  ${header}  ${file.mapping[nth] ?? "left out"}`)
    }
    const dryRun = call.flags.dryRun === true
    const errors = new ErrorsFile(path === "-" ? "stdin.csv" : path, file.table.header)
    const discarded = Effect.onError(() => Effect.sync(() => errors.discard()))
    let tally = yield* sent(call, file, dryRun ? errors : null, true).pipe(discarded)
    terminal.talk(userPlanWords(tally))
    if (dryRun) terminal.talk(dryRunWords)
    else {
      if (tally.added + tally.changed > 0) {
        yield* Effect.tryPromise({
          try: () => confirm(terminal, call.flags.yes === true, userPlanWords(tally)),
          catch: (cause) => cause
        })
      }
      // What is done stays unchanged when the same line is run again.
      terminal.resumesWith(sameLine(call))
      tally = yield* sent(call, file, errors, false).pipe(discarded)
    }
    const errorsFile = yield* Effect.sync(() => errors.finish())
    const counts = { file: path, ...tally, errorsFile, dryRun }
    yield* Effect.promise(() =>
      show(
        terminal,
        shownRecord(counts, [
          { heading: "Rows", text: (row) => String(row.rows) },
          { heading: dryRun ? "Would be added" : "Added", text: (row) => String(row.added) },
          { heading: dryRun ? "Would be changed" : "Changed", text: (row) => String(row.changed) },
          { heading: "Unchanged", text: (row) => String(row.unchanged) },
          { heading: "Refused", text: (row) => String(row.refused) }
        ])
      )
    )
    if (errorsFile !== null) {
      terminal.talk(
        `The refused rows are in ${errorsFile}, each with what is wrong. Fix them in that file and import it again.`
      )
    }
    return exitOf(tally)
  })
})
