import { messageOf } from "#core/base/messageOf.ts"
import { countOf } from "#core/base/countOf.ts"
import { Effect, Result } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { isProblem } from "#core/api/problem.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { countText } from "#core/base/countText.ts"
import { csvRowWords } from "#core/base/csvRowWords.ts"
import { csvLine } from "#core/base/csvText.ts"
import { cellDigits, serialOf } from "#core/base/serialText.ts"
import { setLockCode } from "#core/commands/lockChangeCommands.ts"
import { isUnchanged } from "#core/commands/outcome.ts"
import { repeatedRow } from "#core/jobs/jobRules.ts"
import { shipmentRowIssue } from "#core/registry/shipmentRules.ts"
import { dryRunWords } from "#cli/commands/dryRun.ts"
import { sheetGiven } from "#cli/commands/jobs/fileOptions.ts"
import { endWithErrors } from "#cli/commands/registry/endWithErrors.ts"
import { ErrorsFile } from "#cli/commands/registry/ErrorsFile.ts"
import { readShipmentFile } from "#cli/commands/registry/shipmentFile.ts"
import { runOf } from "#core/commands/runOf.ts"
import type { Call } from "#cli/Call.ts"
import { type ExitCode, exitCodes, exitOfRows } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { lockOf } from "#cli/input/lockInput.ts"
import { replaceFile } from "#cli/local/replaceFile.ts"
import { problemFailure } from "#cli/output/failureOf.ts"
import { sameLine } from "#cli/output/resumeLine.ts"
import { show, shownCounts } from "#cli/output/shown.ts"

interface Row {
  readonly row: number
  readonly cells: ReadonlyArray<string>
  /** Why it can't be read, or null. */
  readonly fault: { readonly error: string; readonly fix: string } | null
  readonly serialCode: string
  readonly unlockCode: string
}

/** What came of a row; an object says why it failed. */
type Outcome = "changed" | "unchanged" | { readonly error: string; readonly fix: string }

const readRows = async (call: Call, path: string) => {
  const { name, table, columns, at } = await readShipmentFile(call.terminal, path, sheetGiven(call))
  const rows = [...table.rows()].map(({ row, cells, fault }): Row => ({
    row,
    cells,
    fault: fault === undefined ? null : csvRowWords(fault),
    serialCode: serialOf(cells[at.serialCode] ?? ""),
    unlockCode: cellDigits(cells[at.unlockCode] ?? "")
  }))
  return { name, header: columns, rows }
}

/** Codes of refusals that concern the user, and so would be the same for every row. */
const ofEveryRow: ReadonlySet<string> = new Set(["SignedOut", "AccessDenied", "TooManyRequests"])
const ofOneRow: ReadonlySet<ExitCode> = new Set([
  exitCodes.usage,
  exitCodes.denied,
  exitCodes.notFound,
  exitCodes.conflict
])

/** The problem of a row whose call failed; null if every other row would fail too. */
const issueOf = (error: unknown) => {
  if (!isProblem(error) || ofEveryRow.has(error._tag)) return null
  const { message, next, exit } = problemFailure(error).facts
  return ofOneRow.has(exit) ? { error: message, fix: next } : null
}

/** `codes.csv` gives `codes.rest.csv`, and the rest of that `codes.rest-2.csv`: the input file is never overwritten. */
const restPath = (source: string): string => {
  const again = /^(.*\.rest)(?:-(\d+))?\.csv$/i.exec(source)
  return again === null
    ? `${source.replace(/\.(csv|xlsx|txt|tsv)$/i, "")}.rest.csv`
    : `${again[1]}-${Number(again[2] ?? 1) + 1}.csv`
}

/**
 * Changes the combinations of the locks in a file, row by row, each by the rules of a single change. It is not a job, because a
 * job stores its rows and combinations must not be stored. If it ends early, the remaining rows are written beside the file,
 * and the command that resumes is printed.
 */
export const runCodeFile = Effect.fnUntraced(function* (call: Call, path: string) {
  const { terminal } = call
  const dryRun = call.flags.dryRun === true
  const { name, header, rows } = yield* Effect.tryPromise({ try: () => readRows(call, path), catch: (cause) => cause })
  if (rows.length === 0) terminal.talk("The file has no rows. Nothing to do.")
  const valid = rows.filter(
    ({ row, fault, serialCode, unlockCode }) =>
      fault === null && shipmentRowIssue({ row, serialCode, unlockCode }) === null
  )
  const count = new Set(valid.map(({ serialCode }) => serialCode)).size
  const what = `${countOf(count, "lock")} will get a new combination and become Available.`
  if (!dryRun && count > 0) {
    yield* Effect.tryPromise({
      try: () => confirm(terminal, call.flags.yes === true, what),
      catch: (cause) => cause
    })
  }
  const source = path === "-" ? "stdin.csv" : path
  const errors = new ErrorsFile(source, header)
  /** The first row of each lock, and its outcome. */
  const firsts = new Map<string, { readonly row: Row; readonly outcome: Outcome }>()
  let done = 0
  let applied = 0
  let unchanged = 0

  const change = Effect.fnUntraced(function* ({ serialCode, unlockCode }: Row) {
    const changed = Effect.flatMap(lockOf(call, serialCode), ({ lockID }) => {
      const request = runOf(setLockCode)({ lockID, code: unlockCode })
      return dryRun ? asDryRun(request) : request
    })
    const result = yield* Effect.result(changed)
    if (Result.isSuccess(result)) return isUnchanged(result.success) ? "unchanged" : "changed"
    return issueOf(result.failure) ?? (yield* Effect.fail(result.failure))
  })

  const outcomeOf = Effect.fnUntraced(function* (row: Row): Effect.fn.Return<Outcome, unknown, ApiClient> {
    const wrong = row.fault ?? shipmentRowIssue(row)
    if (wrong !== null) return wrong
    const first = firsts.get(row.serialCode)
    if (first !== undefined && first.row.unlockCode !== row.unlockCode) return repeatedRow(first.row.row)
    // The same row again changes nothing, and fails like the first one.
    if (first !== undefined) return first.outcome === "changed" ? "unchanged" : first.outcome
    const outcome: Outcome = yield* change(row)
    firsts.set(row.serialCode, { row, outcome })
    return outcome
  })

  const keepRest = () => {
    const { path: errorsFile, failure } = errors.finish()
    if (errorsFile !== null) terminal.talk(`The failed rows are in ${errorsFile}, each with its error.`)
    if (failure !== null) terminal.talk(`The failed rows couldn't be written to ${failure.path}.`)
    if (dryRun) return
    const rest = restPath(source)
    const left = rows.slice(done).map(({ cells }) => header.map((_, nth) => cells[nth] ?? ""))
    const text = [header, ...left].map(csvLine).join("")
    try {
      replaceFile(rest, text)
    } catch (error) {
      terminal.talk(
        `${applied} of ${rows.length} combinations were changed. The remaining rows, from row ${rows[done]?.row} on, couldn't be ` +
          `written to ${rest}: ${messageOf(error)}`
      )
      return
    }
    terminal.talk(`${applied} of ${rows.length} combinations were changed. The remaining rows are in ${rest}.`)
    terminal.resumesWith(sameLine(call, { file: rest, sheet: undefined }))
  }

  yield* Effect.gen(function* () {
    for (const row of rows) {
      const outcome = yield* outcomeOf(row)
      if (outcome === "changed") applied += 1
      else if (outcome === "unchanged") unchanged += 1
      else errors.add(row.row, row.cells, outcome)
      done += 1
      terminal.status(`${countText(done)} of ${countOf(rows.length, "row")}`)
    }
  }).pipe(Effect.onError(() => Effect.sync(keepRest)))
  const written = yield* Effect.sync(() => errors.finish())
  const failed = rows.length - applied - unchanged
  const facts = { file: name, rows: rows.length, applied, unchanged, failed, errorsFile: written.path, dryRun }
  yield* show(
    terminal,
    shownCounts(
      terminal,
      facts,
      [{ heading: "Rows", text: (row) => String(row.rows) }],
      [
        [dryRun ? "Would be changed" : "Changed", "applied"],
        ["Unchanged", "unchanged"],
        ["Failed", "failed"]
      ]
    )
  )
  if (dryRun) terminal.talk(dryRunWords)
  return yield* endWithErrors(call, written, exitOfRows(failed, applied + unchanged), "run it again")
})
