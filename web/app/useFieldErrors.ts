import { useState } from "react"
import type { FieldIssue } from "#core/base/problem.ts"

/** Errors by field name. A valid field is absent. */
export type FieldErrors = Readonly<Record<string, string>>

/** The errors of a refusal by field. */
export const errorsByField = (issues: ReadonlyArray<FieldIssue>): FieldErrors =>
  Object.fromEntries(issues.map(({ path, message }) => [path, message]))

const picked = (errors: FieldErrors, keeps: (field: string) => boolean): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => keeps(field)))

/** The errors of a form. Those found in the browser (`found`) are shown once the user leaves the field. */
export const useFieldErrors = (found: FieldErrors) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  /** From the server. They stay until the user edits the field. */
  const [refused, setRefused] = useState<FieldErrors>({})
  return {
    shown: { ...picked(found, (field) => left.has(field)), ...refused },
    /** The first error, shown or not; null if there is none. */
    first: Object.values({ ...found, ...refused })[0] ?? null,
    /** Marks a field as left. */
    leave: (field: string): void => setLeft((before) => new Set([...before, field])),
    refuse: (errors: FieldErrors): void => setRefused((before) => ({ ...before, ...errors })),
    /** Forgets the server's errors of edited fields, or all of them. */
    edited: (values?: object): void =>
      setRefused((before) => picked(before, (field) => values !== undefined && !Object.hasOwn(values, field))),
    clear: (): void => {
      setLeft(new Set())
      setRefused({})
    }
  }
}
