import { Predicate } from "effect"
import { newestNotice } from "./notices.ts"
import { atSessionEnd } from "./sessionLife.ts"

/**
 * How to undo a change: its audit records, or a function for a whole batch. The title says what was done. The first toast after
 * the notification `since` has its result.
 */
export type ChangeMade = { readonly title: string; readonly since: number } & (
  | { readonly auditSeqs: ReadonlyArray<number> }
  | { readonly undo: () => Promise<void> }
)

let made: ReadonlyArray<ChangeMade> = []

atSessionEnd(() => {
  made = []
})

/** The audit record IDs in a response that undo it, one per lock. */
export const undoOf = (answer: unknown): ReadonlyArray<number> => {
  const facts = Predicate.hasProperty(answer, "undo") ? answer.undo : dataUndo(answer)
  return [facts].flat().filter((each): each is number => typeof each === "number")
}

const dataUndo = (answer: unknown): unknown =>
  Predicate.hasProperty(answer, "data") && Predicate.hasProperty(answer.data, "undo") ? answer.data.undo : null

/** Registers the undo of a change, if its response has one. */
export const rememberChange = (title: string, answer: unknown): void => {
  const auditSeqs = undoOf(answer)
  if (auditSeqs.length > 0) made = [...made, { auditSeqs, title, since: newestNotice() }]
}

/**
 * Registers the undo of a batch, which is undone as a whole, before the batch has its result. Call the returned function right
 * before the toast with the result.
 */
export const rememberBegun = (title: string, undo: () => Promise<void>): (() => void) => {
  const change = { title, undo, since: Number.POSITIVE_INFINITY }
  // Repeated changes with the same undo, such as scans, are one.
  made = [...made.filter((each) => !("undo" in each && each.undo === undo)), change]
  return () => {
    change.since = newestNotice()
  }
}

/** The same right before the toast with the result. */
export const rememberBatch = (title: string, undo: () => Promise<void>): void => rememberBegun(title, undo)()

/** For each form being saved: the last change before the save. */
const saving = new Set<{ readonly before: ChangeMade | undefined }>()

/** Marks a form as being saved until the returned function is called. */
export const beginSave = (): (() => void) => {
  const save = { before: made.at(-1) }
  saving.add(save)
  return () => saving.delete(save)
}

/** Whether a save is pending whose change isn't registered yet. Undo would revert an older change now. */
export const isSaving = (): boolean => [...saving].some(({ before }) => before === made.at(-1))

/** Removes and returns the last change that wasn't undone. */
export const takeLastChange = (): ChangeMade | null => {
  const last = made.at(-1) ?? null
  made = made.slice(0, -1)
  return last
}

/** Registers a change again whose undo got no response. */
export const putBackChange = (change: ChangeMade): void => {
  made = [...made, change]
}
