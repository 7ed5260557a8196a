import { Predicate } from "effect"
import { atSessionEnd } from "./sessionLife.ts"

/** What takes a change back: its audit records, or for a batch how all of it is undone; and what was done, in words. */
export type ChangeMade = { readonly title: string } & (
  | { readonly auditSeqs: ReadonlyArray<number> }
  | { readonly undo: () => Promise<void> }
)

let made: ReadonlyArray<ChangeMade> = []

atSessionEnd(() => {
  made = []
})

/** The numbers with which an answer says how what was done is taken back, one for each lock. */
export const undoOf = (answer: unknown): ReadonlyArray<number> => {
  const facts = Predicate.hasProperty(answer, "undo") ? answer.undo : dataUndo(answer)
  return [facts].flat().filter((each): each is number => typeof each === "number")
}

const dataUndo = (answer: unknown): unknown =>
  Predicate.hasProperty(answer, "data") && Predicate.hasProperty(answer.data, "undo") ? answer.data.undo : null

/** Remembers how a change is taken back, where its answer says so. */
export const rememberChange = (title: string, answer: unknown): void => {
  const auditSeqs = undoOf(answer)
  if (auditSeqs.length > 0) made = [...made, { auditSeqs, title }]
}

/** Remembers a batch that was changed: it is undone whole. */
export const rememberBatch = (title: string, undo: () => Promise<void>): void => {
  made = [...made, { title, undo }]
}

/** For each form that is being saved: the last change before it. */
const saving = new Set<{ readonly before: ChangeMade | undefined }>()

/** A form is being saved from now on, until the returned function is called. */
export const beginSave = (): (() => void) => {
  const save = { before: made.at(-1) }
  saving.add(save)
  return () => saving.delete(save)
}

/** Whether a form is being saved whose change is not known yet: to undo now would take back an older one. */
export const isSaving = (): boolean => [...saving].some(({ before }) => before === made.at(-1))

/** The last change that was not taken back yet; it is forgotten by being asked for. */
export const takeLastChange = (): ChangeMade | null => {
  const last = made.at(-1) ?? null
  made = made.slice(0, -1)
  return last
}
