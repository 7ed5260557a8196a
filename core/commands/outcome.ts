import type { Command, InputFields, InputOf } from "./Command.ts"

/** The message if the thing already had the requested state, unless the command has its own. */
export const unchangedWords = "Unchanged: already set."

/** Whether a response says that nothing changed. */
export const isUnchanged = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "unchanged" in answer && answer.unchanged === true

/** The result of a command, as a sentence without its period: `Maple St is now excluded from the API`. */
export const doneWords = <F extends InputFields, A>(command: Command<F, A>, input: InputOf<F>, answer: A): string =>
  command.done?.(answer, input) ?? `${command.title}: done.`
