import { useState } from "react"
import { useKeptInput } from "./keptInputs.ts"
import { useKeepInput } from "./useKeepInput.ts"

/** The value of an edited field, and the saved one when its edit began. */
interface Edit<Value> {
  readonly value: Value
  readonly begun: Value
}

type Field<Values> = keyof Values & string
type Edits<Values> = ReadonlyMap<Field<Values>, Edit<Values[Field<Values>]>>

/** The edits of a form that saves only the fields that the user changed. */
export interface FieldEdits<Values> {
  readonly values: Values
  /** The edited fields whose value isn't the saved one. */
  readonly fields: ReadonlyArray<Field<Values>>
  /** Their values. */
  readonly change: Partial<Values>
  /** The saved values when their edits began. */
  readonly begun: Partial<Values>
  /** Whether someone has saved another value for one of them since. */
  readonly overtaken: boolean
  readonly edit: (more: Partial<Values>) => void
  /** After a save: fields that were sent follow the saved values (`now`) again, unless they were edited meanwhile. */
  readonly settle: (sent: Partial<Values>, now: Values) => void
  readonly reset: () => void
}

const isEqual = (one: unknown, other: unknown): boolean => one === other

const fieldsOf = <Values extends object>(part: Partial<Values>): ReadonlyArray<Field<Values>> =>
  Object.keys(part).map((field) => field as Field<Values>)

/**
 * Manages edits field by field: those that the user hasn't edited follow `saved`. `isSame` compares an edit with it. `name`: of the
 * form on its screen; null if the edits must not outlive the session, such as passwords.
 */
export const useFieldEdits = <Values extends object>(
  saved: Values,
  name: string | null,
  isSame = isEqual
): FieldEdits<Values> => {
  const kept = useKeptInput<Edits<Values>>(name ?? "")
  const [all, setAll] = useState<Edits<Values>>(kept ?? new Map())
  useKeepInput(name ?? "", name === null || all.size === 0 ? null : all)
  // What is saved already is no edit. After a save whose response was lost, it would come back when the save is undone.
  const edits = new Map([...all].filter(([field, { value }]) => value !== saved[field]))
  if (edits.size < all.size) setAll(edits)
  const isChanged = (field: Field<Values>, edit: Edit<Values[Field<Values>]> | undefined): boolean =>
    edit !== undefined && !isSame(edit.value, saved[field])
  const changed = [...edits].filter(([field, edit]) => isChanged(field, edit))
  const partOf = (those: Iterable<[Field<Values>, Edit<Values[Field<Values>]>]>, part: keyof Edit<unknown>) =>
    Object.fromEntries([...those].map(([field, edit]) => [field, edit[part]])) as Partial<Values>
  return {
    values: { ...saved, ...partOf(edits, "value") },
    fields: changed.map(([field]) => field),
    change: partOf(changed, "value"),
    begun: partOf(changed, "begun"),
    overtaken: changed.some(([field, { begun }]) => !isSame(begun, saved[field])),
    edit: (more) =>
      setAll((before) => {
        const next = new Map(before)
        for (const field of fieldsOf(more)) {
          const edit = before.get(field)
          const begun = edit !== undefined && isChanged(field, edit) ? edit.begun : saved[field]
          next.set(field, { value: more[field] as Values[Field<Values>], begun })
        }
        return next
      }),
    settle: (sent, now) =>
      setAll((before) => {
        const next = new Map(before)
        for (const field of fieldsOf(sent)) {
          const edit = before.get(field)
          if (edit === undefined) continue
          if (edit.value === sent[field]) next.delete(field)
          else next.set(field, { ...edit, begun: now[field] })
        }
        return next
      }),
    reset: () => setAll(new Map())
  }
}
