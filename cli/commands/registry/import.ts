import { countOf } from "#core/base/countOf.ts"
import { Clock, Effect, Schema } from "effect"
import { asDryRun } from "#core/auth/DryRun.ts"
import { countText } from "#core/base/countText.ts"
import type { InputField } from "#core/commands/Command.ts"
import { importShipment } from "#core/commands/registryCommands.ts"
import type { ShipmentIssue, ShipmentRow } from "#core/registry/Shipment.ts"
import { sheetGiven } from "#cli/commands/jobs/fileOptions.ts"
import type { Call } from "#cli/Call.ts"
import { verbOf } from "#cli/commands/Verb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { exitOfRows } from "#cli/exitCodes.ts"
import { sheetOption } from "#cli/input/listFile.ts"
import { readInput } from "#cli/input/readInput.ts"
import { Failure } from "#cli/output/Failure.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import { sameLine } from "#cli/output/resumeLine.ts"
import { show, shownCounts } from "#cli/output/shown.ts"
import { endWithErrors } from "./endWithErrors.ts"
import { ErrorsFile } from "./ErrorsFile.ts"
import { readShipmentFile, type ShipmentFile } from "./shipmentFile.ts"
import { shipmentPieces } from "./shipmentPieces.ts"

/** The interval of progress lines without a terminal, in milliseconds. */
const progressInterval = 10_000

/** The command takes rows; the terminal reads them from a file. */
const fileField = { ...importShipment.input.rows, schema: Schema.String } as const satisfies InputField<string>

interface Tally {
  readonly rows: number
  readonly loaded: number
  readonly unchanged: number
  readonly refused: number
}

/** Loads a shipment in chunks. Running it again never changes rows that are already loaded. */
export const verb = verbOf(importShipment, {
  options: { sheet: sheetOption },
  fields: ["file", "rows", "loaded", "unchanged", "refused", "errorsFile", "dryRun"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { terminal } = call
    const { rows: path } = yield* readInput(call, { rows: fileField })
    yield* mustBeAllowed(importShipment)
    const file = yield* Effect.tryPromise({
      try: () => readShipmentFile(terminal, path, sheetGiven(call)),
      catch: (cause) => cause
    })
    const dryRun = call.flags.dryRun === true
    // Rows that are already loaded stay unchanged.
    const piped = path === "-"
    if (!dryRun && !piped) terminal.resumesWith(sameLine(call))
    const errors = new ErrorsFile(piped ? "stdin.csv" : path, file.columns)

    const tally = yield* load(call, file, errors, dryRun).pipe(
      Effect.onError(() => Effect.sync(() => errors.discard()))
    )
    const written = yield* Effect.sync(() => errors.finish())

    const counts = { file: path, ...tally, errorsFile: written.path, dryRun }
    yield* show(
      terminal,
      shownCounts(
        terminal,
        counts,
        [{ heading: "Rows", text: (row) => String(row.rows) }],
        [
          [dryRun ? "Would be loaded" : "Loaded", "loaded"],
          ["Unchanged", "unchanged"],
          ["Refused", "refused"]
        ]
      )
    )
    if (dryRun) terminal.talk("Dry run: nothing was loaded.")
    if (tally.rows === 0) terminal.talk("The file has no rows. Nothing to do.")
    return yield* endWithErrors(
      call,
      written,
      exitOfRows(tally.refused, tally.loaded + tally.unchanged),
      "run it again"
    )
  })
})

const load = Effect.fnUntraced(function* (call: Call, file: ShipmentFile, errors: ErrorsFile, dryRun: boolean) {
  const total = file.table.rowCount
  let tally: Tally = { rows: 0, loaded: 0, unchanged: 0, refused: 0 }
  let lastShown = yield* Clock.currentTimeMillis
  for (const piece of shipmentPieces(file)) {
    const answer =
      piece.send.length === 0
        ? { loaded: 0, unchanged: 0, refused: [] }
        : (yield* send(call, piece.send, dryRun, tally)).data
    const refused = [...piece.refused, ...answer.refused].sort((a, b) => a.row - b.row)
    yield* Effect.sync(() => writeRefused(errors, piece.source, refused))
    tally = {
      rows: tally.rows + piece.source.size,
      loaded: tally.loaded + answer.loaded,
      unchanged: tally.unchanged + answer.unchanged + piece.repeated,
      refused: tally.refused + refused.length
    }
    const progress = `${countText(tally.rows)} of ${countOf(total, "row")}`
    call.terminal.status(progress)
    const now = yield* Clock.currentTimeMillis
    if (!call.terminal.mayReplace && now - lastShown >= progressInterval) {
      call.terminal.talk(progress)
      lastShown = now
    }
  }
  return tally
})

/** A row has one line in the errors file, however many problems it has. */
const writeRefused = (
  errors: ErrorsFile,
  source: ReadonlyMap<number, ReadonlyArray<string>>,
  refused: ReadonlyArray<ShipmentIssue>
): void => {
  for (const issue of refused) errors.add(issue.row, source.get(issue.row) ?? [], issue)
}

const send = (call: Call, rows: ReadonlyArray<ShipmentRow>, dryRun: boolean, { loaded }: Tally) =>
  (dryRun ? asDryRun(runOf(importShipment)({ rows })) : runOf(importShipment)({ rows })).pipe(
    Effect.mapError((error) => {
      const { facts } = failureOf(error, call.target().host)
      return loaded === 0 || dryRun
        ? new Failure(facts)
        : new Failure({
            ...facts,
            message: `${facts.message} ${loaded} new locks were loaded.`,
            next: `${facts.next} Then import the same file again. Locks already loaded won't change.`
          })
    })
  )
