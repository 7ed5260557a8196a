import { useQueryClient } from "@tanstack/react-query"
import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { center } from "#web/app/CommandCenter.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { type ListPlace, nowhere } from "#web/ui/listPlace.ts"
import { type Issue, issuesOf } from "./importIssues.ts"
import { fixRow } from "./fixRow.ts"
import { useImportSubject } from "./importSubject.ts"

/** The cell being edited, and the callbacks of its field. */
export interface EditedCell {
  readonly id: number
  readonly busy: boolean
  readonly onKeep: (text: string, then: "stay" | "next" | "previous") => void
  readonly onLeave: () => void
}

/** What to do after a cell is saved. */
interface After {
  readonly id: number
  readonly go: "stay" | "next" | "previous"
  /** The issue was fixed. */
  readonly gone: boolean
}

interface CellEditing {
  readonly cell: EditedCell | null
  /** Result of the last fix, as text. */
  readonly result: string
  readonly where: ListPlace
  readonly setWhere: (where: ListPlace) => void
  readonly frame: RefObject<HTMLDivElement | null>
  readonly edit: (issue: Issue) => void
  readonly editCurrent: () => void
}

/**
 * Edits cells in the issue list. The server validates the row again, and fixed issues leave the list. `onRow` opens a
 * row whose cells are fixed together.
 */
export const useCellEditing = (
  job: AnyImport,
  issues: ReadonlyArray<Issue>,
  onRow: (row: number) => void
): CellEditing => {
  const client = useQueryClient()
  const subject = useImportSubject()
  const [editing, setEditing] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState("")
  const [where, setWhere] = useState<ListPlace>(nowhere)
  const frame = useRef<HTMLDivElement>(null)
  /** Runs once the list shows the result of the fix. */
  const after = useRef<After | null>(null)
  const editNext = useRef(false)

  /**
   * Moves the focus from the field to the list at once, before the next key. If the user clicked something else, it
   * stays there.
   */
  const focusList = (): void => {
    if (frame.current?.contains(document.activeElement) !== true) return
    frame.current.querySelector<HTMLElement>("[role=grid]")?.focus({ preventScroll: true })
  }
  const edit = (issue: Issue): void => {
    if (issue.fixesRow) onRow(issue.row)
    else if (issue.column !== null) setEditing(issue.id)
    else toast("info", `The file has no column for this: ${issue.expected}`, issue.fix)
  }
  const editCurrent = (): void => {
    const issue = issues.find(({ id }) => id === where.current) ?? issues[0]
    if (issue !== undefined) edit(issue)
  }
  const leave = (): void => {
    focusList()
    setEditing(null)
  }
  const keep = async (text: string, then: "stay" | "next" | "previous"): Promise<void> => {
    const issue = issues.find(({ id }) => id === editing)
    if (issue === undefined || issue.column === null || busy) return
    setBusy(true)
    try {
      const fixed = await fixRow(client, subject, job.importID, issue.row, [{ column: issue.column, text }])
      const gone = !issuesOf(fixed, job.columns).some(({ id }) => id === issue.id)
      const right = fixed.every((row) => row.row !== issue.row || row.outcome !== "fail")
      setResult(right ? `Row ${issue.row} is fixed.` : `Row ${issue.row} still has an issue.`)
      after.current = { id: issue.id, go: then, gone }
      focusList()
      setEditing(null)
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => {
    const step = after.current
    if (step === null || editing !== null) return
    // A fixed issue is still listed for a moment.
    if (step.gone && issues.some(({ id }) => id === step.id)) return
    after.current = null
    if (!step.gone && step.go === "stay") return
    editNext.current = step.go !== "stay"
    center.perform(step.go === "previous" ? "lists.previous" : "lists.next")
  }, [issues, editing])
  useEffect(() => {
    if (!editNext.current) return
    editNext.current = false
    const issue = issues.find(({ id }) => id === where.current)
    if (issue !== undefined && issue.column !== null) setEditing(issue.id)
  }, [where.current])

  const latest = useRef({ keep, leave })
  useEffect(() => {
    latest.current = { keep, leave }
  })
  const cell = useMemo(
    (): EditedCell | null =>
      editing === null
        ? null
        : {
            id: editing,
            busy,
            onKeep: (text, then) => void latest.current.keep(text, then),
            onLeave: () => latest.current.leave()
          },
    [editing, busy]
  )
  return { cell, result, where, setWhere, frame, edit, editCurrent }
}
