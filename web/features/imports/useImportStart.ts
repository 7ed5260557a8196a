import { countOf } from "#core/base/countOf.ts"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { flushSync } from "react-dom"
import { countText } from "#core/base/countText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { useLife } from "#web/app/useLife.ts"
import { importPath, importSearch } from "./importPath.ts"
import { useImportSubject } from "./importSubject.ts"

interface StartIssue {
  readonly error: string
  readonly next: string
  /** The sheets to choose from, if the workbook has several non-empty ones. */
  readonly sheets?: ReadonlyArray<string>
}

/** How an import starts, and the error of the last attempt. */
export interface ImportStart {
  /** Share uploaded, from 0 to 1; null if no upload is running. */
  readonly sent: number | null
  readonly issue: StartIssue | null
  readonly refuse: (issue: ImportStart["issue"]) => void
  readonly begin: (make: (onSent: (share: number) => void) => Promise<{ readonly data: AnyImport }>) => void
}

/**
 * Starts an import and opens it. If the same import is already unfinished, opens that one instead. A user who has left the screen
 * meanwhile gets a message with a link.
 */
export const useImportStart = (): ImportStart => {
  const navigate = useNavigate()
  const { kind } = useImportSubject()
  const [sent, setSent] = useState<number | null>(null)
  const [issue, setIssue] = useState<ImportStart["issue"]>(null)
  const life = useLife()
  const hasLeft = (): boolean => life.current.signal.aborted
  const fail = async (error: unknown): Promise<void> => {
    const problem = error instanceof CallFailure ? error.problem : null
    if (problem?._tag === "JobUnfinished") {
      const { jobID, done, total } = problem.data
      toast(
        "warning",
        `This import is unfinished: ${countText(done)} of ${countOf(total, "row")} done.`,
        "Resume it or cancel it there.",
        importPath(kind, jobID)
      )
      return hasLeft() ? undefined : navigate(importSearch(kind, jobID))
    }
    if (
      !hasLeft() &&
      error instanceof CallFailure &&
      (problem?._tag === "ImportFileRefused" || problem?._tag === "ImportFmsFailed")
    ) {
      const sheets = problem._tag === "ImportFileRefused" ? problem.data.sheets : undefined
      return setIssue({ ...error.words, ...(sheets === undefined ? {} : { sheets }) })
    }
    tellFailure(error)
  }
  const begin = async (make: Parameters<ImportStart["begin"]>[0]): Promise<void> => {
    if (sent !== null) return
    setIssue(null)
    setSent(0)
    try {
      const { data } = await make(setSent)
      if (hasLeft()) {
        return toast(
          "info",
          `The import of ${data.source} is ready to be checked.`,
          "Open it to continue.",
          importPath(kind, data.importID)
        )
      }
      // Tell the unsaved-changes guard before navigating.
      flushSync(() => setSent(null))
      await navigate(importSearch(kind, data.importID))
    } catch (error) {
      await fail(error)
    } finally {
      setSent(null)
    }
  }
  return { sent, issue, refuse: setIssue, begin: (make) => void begin(make) }
}
