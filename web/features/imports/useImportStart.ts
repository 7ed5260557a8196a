import { countOf } from "#core/base/countOf.ts"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { flushSync } from "react-dom"
import { countText } from "#core/base/countText.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { importSearch } from "./importPath.ts"
import { useImportSubject } from "./importSubject.ts"

interface StartIssue {
  readonly error: string
  readonly next: string
  /** The sheets to choose from, where the file is a workbook in which more than one holds something. */
  readonly sheets?: ReadonlyArray<string>
}

/** How an import begins: what makes it, and what went wrong last time, in words. */
export interface ImportStart {
  /** The share that was sent, from 0 to 1; null while nothing is on its way. */
  readonly sent: number | null
  readonly issue: StartIssue | null
  readonly refuse: (issue: ImportStart["issue"]) => void
  readonly begin: (make: (told: (share: number) => void) => Promise<{ readonly data: AnyImport }>) => void
}

/** Begins an import and goes to it; one that is half done already is gone to instead. */
export const useImportStart = (): ImportStart => {
  const navigate = useNavigate()
  const { kind } = useImportSubject()
  const [sent, setSent] = useState<number | null>(null)
  const [issue, setIssue] = useState<ImportStart["issue"]>(null)
  const fail = async (error: unknown): Promise<void> => {
    const problem = error instanceof CallFailure ? error.problem : null
    if (problem?._tag === "JobUnfinished") {
      const { jobID, done, total } = problem.data
      toast(
        "warning",
        `This import is unfinished: ${countText(done)} of ${countOf(total, "row")} done.`,
        "Resume it or cancel it here."
      )
      return navigate(importSearch(kind, jobID))
    }
    if (
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
      // The guard of unsaved entries has to know before the address changes.
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
