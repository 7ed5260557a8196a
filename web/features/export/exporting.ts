import { Effect } from "effect"
import { askLocksFile, askRowsFile } from "#core/commands/exportCalls.ts"
import { contentTypes, exportFileName, type ExportFormat } from "#core/exports/exportFormats.ts"
import { maxExportLocks, maxNamedLocks, maxSentRows } from "#core/exports/exportLimits.ts"
import { rowsSoFar } from "#core/exports/rowsSoFar.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { now } from "#web/app/clock.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { saveCsv, saveFile } from "#web/app/saveFile.ts"
import type { Listed } from "#web/grid/GridExport.ts"
import { rowsMeant, rowsText } from "./listedWords.ts"
import { lockFileAsked, lockFileBase } from "./lockFile.ts"
import { csvHere, rowsFileAsked, rowsFileBase } from "./rowsFile.ts"

/** The running export: rows the file will have, and roughly how many have arrived. */
export interface Exporting {
  readonly label: string
  readonly rows: number
  readonly done: number
}

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

/** Receives the file and reports progress. */
const received = async (listed: Listed, format: ExportFormat, signal: AbortSignal) => {
  const locks = lockFileBase(listed)
  const asked = locks === null ? null : lockFileAsked(listed, format)
  if (locks !== null && asked === null) throw new TooMany()
  const parts: Array<Uint8Array> = []
  let bytes = 0
  const answer = asked === null ? askRowsFile(rowsFileAsked(listed, format)) : askLocksFile(asked)
  const columns = listed.columns.length
  const { rows } = await call(
    Effect.tap(answer, (file) =>
      file.receive((part) =>
        Effect.sync(() => {
          parts.push(part)
          bytes += part.length
          set({ label: listed.label, rows: file.rows, done: rowsSoFar(bytes, { rows: file.rows, columns, format }) })
        })
      )
    ),
    { signal }
  )
  return { rows, parts, name: exportFileName(locks ?? rowsFileBase(listed), now(), format) }
}

/** The list has more locks than a request can name, and a filter or order that only this browser knows. */
class TooMany extends Error {}

/** Export without the server: the rows of the synced list as CSV. */
const saveHere = (listed: Listed): void => {
  if (listed.rows === null) {
    return toast("error", "Can't reach the server.", "Export again when it's back.")
  }
  const most = lockFileBase(listed) === null ? maxSentRows : maxExportLocks
  const lines = csvHere(listed, most)
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
  if (lockFileBase(listed) === null && rows > maxSentRows) {
    const next = `Select or filter down to at most ${rowsText(maxSentRows)}.`
    return toast("warning", "Too many rows for one file.", next)
  }
  giveUp = new AbortController()
  set({ label: listed.label, rows, done: 0 })
  try {
    const file = await received(listed, format, giveUp.signal)
    if (format === "csv") saveCsv(file.name, file.parts)
    else saveFile(file.name, file.parts, contentTypes[format])
    toast("success", "Exported successfully", `${rowsText(file.rows)} in ${file.name}`)
  } catch (error) {
    if (error instanceof TooMany) {
      toast("warning", "Too many locks for one file.", `Filter the list down to ${rowsText(maxNamedLocks)}.`)
    } else if (error instanceof CallFailure && error.cancelled) toast("info", "The export was canceled.")
    else if (error instanceof CallFailure && error.offline) saveHere(listed)
    else tellFailure(error)
  } finally {
    set(null)
  }
}
