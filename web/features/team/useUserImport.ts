import { useEffect, useRef, useState } from "react"
import type { CsvTable } from "#core/base/csv.ts"
import { csvLine } from "#core/base/csvText.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { importUsers, sendUsers } from "#core/commands/userCommands.ts"
import { keptColumns, problemColumns } from "#core/jobs/keptColumns.ts"
import type { UserRowIssue } from "#core/team/UserImport.ts"
import { proposedMapping, type UserMapping } from "#core/team/userImportColumns.ts"
import {
  noTally,
  nothingSent,
  refusedRows,
  userPieces,
  type UserTally,
  withPiece
} from "#core/team/userImportPieces.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { saveFile } from "#web/app/saveFile.ts"
import { readUserFile, type UserFile, type UserFileRefused, withUserSheet } from "./readUserFile.ts"

/** A row that was refused: as it stands in the file, and why. */
export interface RefusedUser {
  readonly cells: ReadonlyArray<string>
  readonly issue: UserRowIssue
}

/**
 * Where an import is: a file is wanted or its columns are looked at, its rows are being checked or were, they are being done, it
 * stopped half way, or it is done.
 */
export type ImportPhase = "file" | "checking" | "checked" | "applying" | "stopped" | "done"

interface Progress {
  /** Pieces that are done: it goes on behind them. */
  readonly pieces: number
  readonly tally: UserTally
  readonly refused: ReadonlyArray<RefusedUser>
}

const begun: Progress = { pieces: 0, tally: noTally, refused: [] }

/** Reads a file of users, checks every row by a dry run, then does them, piece by piece; what is done stays done. */
export const useUserImport = () => {
  const [file, setFile] = useState<UserFile | null>(null)
  const [fault, setFault] = useState<UserFileRefused | null>(null)
  const [mapping, setMapping] = useState<UserMapping>([])
  const [phase, setPhase] = useState<ImportPhase>("file")
  const [progress, setProgress] = useState(begun)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const take = (read: UserFile | UserFileRefused): void => {
    setPhase("file")
    setProgress(begun)
    if ("error" in read) return setFault(read)
    setFault(null)
    setFile(read)
    setMapping(read.table === null ? [] : proposedMapping(read.table.header))
  }

  /** Sends the rows behind what is done. A call that fails stops it there. */
  const send = async (table: CsvTable, from: Progress, dryRun: boolean): Promise<void> => {
    const control = new AbortController()
    abort.current = control
    setPhase(dryRun ? "checking" : "applying")
    setProgress(from)
    let now = from
    let nth = 0
    try {
      for (const piece of userPieces(table, mapping)) {
        nth += 1
        if (nth <= from.pieces) continue
        const request = sendUsers(piece.send, `${location.origin}/setpassword`)
        const answer =
          piece.send.length === 0
            ? nothingSent
            : (await call(dryRun ? asDryRun(request) : request, { signal: control.signal })).data
        const refused = refusedRows(piece, answer).map((issue) => ({ cells: piece.source.get(issue.row) ?? [], issue }))
        now = {
          pieces: nth,
          tally: withPiece(now.tally, piece, answer),
          refused: [...now.refused, ...refused]
        }
        setProgress(now)
      }
      setPhase(dryRun ? "checked" : "done")
    } catch (error) {
      setPhase(dryRun ? "file" : "stopped")
      if (!(error instanceof CallFailure && error.cancelled)) tellFailure(error)
    } finally {
      abort.current = null
      if (!dryRun) refresh(importUsers.touches)
    }
  }
  const table = file?.table ?? null

  return {
    file,
    fault,
    mapping,
    phase,
    ...progress,
    busy: phase === "checking" || phase === "applying",
    choose: async (chosen: File | undefined): Promise<void> => {
      if (chosen !== undefined) take(await readUserFile(chosen))
    },
    chooseSheet: (name: string): void => {
      if (file !== null) take(withUserSheet(file, name))
    },
    /** Says what a column is; each is one column's only, and what was checked counts no more. */
    map: (at: number, column: UserMapping[number]): void => {
      setMapping((before) => before.map((each, nth) => (nth === at ? column : each === column ? null : each)))
      setPhase("file")
      setProgress(begun)
    },
    check: async (): Promise<void> => {
      if (table !== null) await send(table, begun, true)
    },
    apply: async (): Promise<void> => {
      if (table !== null) await send(table, begun, false)
    },
    resume: async (): Promise<void> => {
      if (table !== null) await send(table, progress, false)
    },
    stop: (): void => abort.current?.abort(),
    /** Saves the refused rows with the original columns, `error` and `fix`: fixed there, that file is imported again. */
    saveRefused: (): void => {
      if (file === null || table === null) return
      const kept = keptColumns(table.header)
      const head = csvLine([...kept.map((nth) => table.header[nth] ?? ""), ...problemColumns])
      const lines = progress.refused.map(({ cells, issue }) =>
        csvLine([...kept.map((nth) => cells[nth] ?? ""), issue.error, issue.fix])
      )
      const name = `${file.name.replace(/\.[^.]*$/, "")}.errors.csv`
      saveFile(name, [head, ...lines], "text/csv;charset=utf-8")
      toast("success", `${lines.length} refused ${lines.length === 1 ? "row" : "rows"} in ${name}.`)
    }
  }
}

export type UserImportState = ReturnType<typeof useUserImport>
