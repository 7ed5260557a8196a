import { Effect } from "effect"
import { askLocksFile, askRowsFile } from "#core/commands/exportCalls.ts"
import { contentTypes, exportFileName, type ExportFormat } from "#core/exports/exportFormats.ts"
import { maxExportLocks, maxNamedLocks, maxSentRows } from "#core/exports/exportLimits.ts"
import { exportReady } from "#core/exports/exportReady.ts"
import { rowsSoFar } from "#core/exports/rowsSoFar.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { now } from "#web/app/clock.ts"
import { tellFailure } from "#web/app/failures.ts"
import { shownHere, toast } from "#web/app/notices.ts"
import { saveCsv, saveFile } from "#web/app/saveFile.ts"
import type { Listed } from "#web/grid/GridExport.ts"
import { rowsMeant, rowsText } from "./listedWords.ts"
import { lockFileAsked, lockFileBase } from "./lockFile.ts"
import { csvHere, rowsFilesAsked, rowsFileBase } from "./rowsFile.ts"

/** The running export: rows the file will have, and roughly how many have arrived. */
export interface Exporting {
  readonly label: string
  readonly rows: number
  readonly done: number
}

/** The end of a line. The header of a list has no other line breaks. */
const newline = 10

let current: Exporting | null = null
let giveUp = new AbortController()
const listeners = new Set<() => void>()

const set = (next: Exporting | null): void => {
  current = next
  for (const listener of listeners) listener()
}

export const exporting = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: (): Exporting | null => current,
  cancel: (): void => giveUp.abort()
}

/** The requests for the file: one, or several for a long CSV, whose files are appended. */
const answersFor = (listed: Listed, format: ExportFormat) => {
  if (lockFileBase(listed) !== null) {
    const asked = lockFileAsked(listed, format)
    if (asked === null) {
      const advice = listed.selected.length === 0 ? "Filter the list down to" : "Select at most"
      throw new TooMany(`${advice} ${rowsText(maxNamedLocks)}.`)
    }
    return [askLocksFile(asked)]
  }
  const asked = rowsFilesAsked(listed, format)
  if (asked.length > 1 && format !== "csv") {
    throw new TooMany(`Export it as CSV, or filter the list down to ${rowsText(maxSentRows)}.`)
  }
  return asked.map((piece) => askRowsFile(piece))
}

/** Receives the file and reports progress. Adds what the server says about the file when it is ready to `announced`. */
const received = async (listed: Listed, format: ExportFormat, signal: AbortSignal, announced: Set<string>) => {
  const parts: Array<Uint8Array> = []
  const base = lockFileBase(listed) ?? rowsFileBase(listed)
  const columns = listed.columns.length
  let rows = 0
  for (const answer of answersFor(listed, format)) {
    let bytes = 0
    /** Whether the next part starts with a header that the file already has. */
    let isHead = parts.length > 0
    const before = rows
    const file = await call(
      Effect.tap(answer, (file) => {
        const ready = exportReady(base, file.rows)
        if (ready !== null) {
          shownHere.add(ready)
          announced.add(ready)
        }
        return file.receive((part) =>
          Effect.sync(() => {
            const skipped = isHead ? part.indexOf(newline) + 1 : 0
            isHead &&= skipped === 0
            if (!isHead) parts.push(part.subarray(skipped))
            bytes += part.length
            const done = before + rowsSoFar(bytes, { rows: file.rows, columns, format })
            set({ label: listed.label, rows: Math.max(rowsMeant(listed), file.rows), done })
          })
        )
      }),
      { signal }
    )
    rows += file.rows
  }
  return { rows, parts, name: exportFileName(base, now(), format) }
}

/** A file can't have all rows. The message says what to do. */
class TooMany extends Error {}

/** Export without the server: the rows of the synced list as CSV. */
const saveHere = (listed: Listed): void => {
  if (listed.rows === null) {
    return toast("error", "Can't reach the server.", "Export again when it's back.")
  }
  const lines = csvHere(listed, maxExportLocks)
  const name = exportFileName(lockFileBase(listed) ?? rowsFileBase(listed), now(), "csv")
  saveCsv(name, lines)
  toast(
    "warning",
    "Can't reach the server. We exported a CSV of what this browser has.",
    `${rowsText(lines.length - 1)} in ${name}; combinations are hidden.`
  )
}

/** Exports exactly the listed rows, or only the selected ones. One export at a time. */
export const exportListed = async (listed: Listed, format: ExportFormat): Promise<void> => {
  const rows = rowsMeant(listed)
  if (rows === 0) return toast("info", "There are no rows to export.", "Change the search or the filters.")
  if (current !== null) return toast("info", "An export is already running.", "Wait for it to finish, or cancel it.")
  giveUp = new AbortController()
  set({ label: listed.label, rows, done: 0 })
  const announced = new Set<string>()
  try {
    const file = await received(listed, format, giveUp.signal, announced)
    if (format === "csv") saveCsv(file.name, file.parts)
    else saveFile(file.name, file.parts, contentTypes[format])
    toast("success", "Exported successfully", `${rowsText(file.rows)} in ${file.name}`)
  } catch (error) {
    // The next such file may be exported somewhere else.
    for (const ready of announced) shownHere.delete(ready)
    if (error instanceof TooMany) {
      toast("warning", `${listed.label}: too many rows for one file.`, error.message)
    } else if (error instanceof CallFailure && error.cancelled) toast("info", "The export was canceled.")
    else if (error instanceof CallFailure && error.offline) saveHere(listed)
    else tellFailure(error)
  } finally {
    set(null)
  }
}
