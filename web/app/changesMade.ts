import { Predicate } from "effect"
import { atSessionEnd } from "./sessionLife.ts"

/** What takes a change back: the audit records of it, or the job that made it; and what was done, in words. */
export type ChangeMade = { readonly title: string } & (
  | { readonly auditSeqs: ReadonlyArray<number> }
  | { readonly jobID: number }
)

let made: ReadonlyArray<ChangeMade> = []

atSessionEnd(() => {
  made = []
})

/** The numbers with which an answer says how what was done is taken back, one for each lock. */
const undoOf = (answer: unknown): ReadonlyArray<number> => {
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

/** Remembers a job that changed something: it is taken back whole. */
export const rememberJob = (title: string, jobID: number): void => {
  made = [...made, { jobID, title }]
}

/** The last change that was not taken back yet; it is forgotten by being asked for. */
export const takeLastChange = (): ChangeMade | null => {
  const last = made.at(-1) ?? null
  made = made.slice(0, -1)
  return last
}
