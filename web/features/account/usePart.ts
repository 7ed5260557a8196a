import { useState } from "react"
import { CallFailure } from "#web/app/CallFailure.ts"
import { toast } from "#web/app/notices.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { failureText } from "#web/app/failures.ts"
import { useFieldEdits } from "#web/app/useFieldEdits.ts"

/** One form of the dialog: its fields, their errors, and submitting it. */
interface Part<Values> {
  readonly values: Values
  /** The values when the edits began: of an edited field the `start` before its edit. */
  readonly begun: Values
  /** Whether someone has saved another value for an edited field since. */
  readonly overtaken: boolean
  /** The error of a field the user has edited. After a submit attempt, the error of any field. */
  readonly issueOf: (field: keyof Values & string) => string | undefined
  readonly change: (more: Partial<Values>) => void
  readonly busy: boolean
  /** The form has unsaved changes. */
  readonly dirty: boolean
  /** Why the server rejected the form as a whole. */
  readonly refused: string | null
  /** Submits unless a field has an error. Resolves to true on success. `handles` returns whether it has shown a failure itself. */
  readonly send: (make: () => Promise<unknown>, handles?: (failure: CallFailure) => boolean) => Promise<boolean>
  readonly clear: () => void
}

const isSame = (one: unknown, other: unknown): boolean => String(one).trim() === String(other).trim()

/**
 * Manages one form of the dialog. Fields are validated as the user types (002 §5). A field that the user hasn't edited follows
 * `start`, so that saving another one doesn't revert it to what it was when the dialog opened. `name`: as in `useFieldEdits`.
 */
export const usePart = <Values extends object>(
  start: Values,
  issuesOf: (values: Values) => ReadonlyArray<FieldIssue>,
  name: string | null = null
): Part<Values> => {
  const { values, fields, begun, overtaken, edit, reset } = useFieldEdits(start, name, isSame)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [serverIssues, setServerIssues] = useState<ReadonlyArray<FieldIssue>>([])
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const issues = issuesOf(values)

  const send: Part<Values>["send"] = async (make, handles = () => false) => {
    setTried(true)
    setRefused(null)
    if (busy || issues.length > 0) return false
    setBusy(true)
    try {
      await make()
      return true
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (error.cancelled || handles(error)) return false
      const { problem } = error
      if (problem?._tag === "AccountRefused") setServerIssues(problem.data.issues)
      else {
        setRefused(failureText(error))
        // The dialog that showed this form may be closed by now, so use a toast.
        toast("error", error.words.error, error.words.next)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    begun: { ...start, ...begun },
    overtaken,
    issueOf: (field) =>
      [...serverIssues, ...(tried ? issues : issues.filter(({ path }) => touched.has(path)))].find(
        ({ path }) => path === field
      )?.message,
    change: (more) => {
      edit(more)
      setTouched((before) => new Set([...before, ...Object.keys(more)]))
      setServerIssues([])
      setRefused(null)
    },
    busy,
    dirty: fields.length > 0,
    refused,
    send,
    clear: () => {
      reset()
      setTouched(new Set())
      setTried(false)
      setServerIssues([])
      setRefused(null)
    }
  }
}
