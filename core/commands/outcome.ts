import type { Command, InputFields, InputOf } from "./Command.ts"

/** What is said where a change was asked for that is so already, and the command says nothing else. */
export const unchangedWords = "Unchanged: already set."

/** Whether an answer says that the thing already was as asked. */
export const isUnchanged = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "unchanged" in answer && answer.unchanged === true

/** What a command did, as a sentence without its end: `Maple St is now excluded from API`. */
export const doneWords = <F extends InputFields, A>(command: Command<F, A>, input: InputOf<F>, answer: A): string =>
  command.done?.(answer, input) ?? `${command.title}: done.`
