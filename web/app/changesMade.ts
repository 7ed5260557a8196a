import { Predicate } from "effect"
import { atSessionEnd } from "./sessionLife.ts"

/** What takes one change back: the number of its audit record, and what was done, in words. */
export interface ChangeMade {
  readonly auditSeq: number
  readonly title: string
}

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
  made = [...made, ...undoOf(answer).map((auditSeq) => ({ auditSeq, title }))]
}

/** The last change that was not taken back yet; it is forgotten by being asked for. */
export const takeLastChange = (): ChangeMade | null => {
  const last = made.at(-1) ?? null
  made = made.slice(0, -1)
  return last
}
