import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { doneWords, isUnchanged, unchangedWords } from "#core/commands/outcome.ts"
import { toast } from "./notices.ts"
import { rememberDone } from "./takeBack.ts"

/** Shows what a command did, with a link to the screen at `path`, and registers its undo. */
export const tellDone = <F extends InputFields, A>(
  command: Command<F, A>,
  input: InputOf<F>,
  answer: A,
  path?: string
): void => {
  if (isUnchanged(answer)) return toast("info", command.unchanged ?? unchangedWords, undefined, path)
  rememberDone(command, input, answer)
  toast("success", doneWords(command, input, answer), undefined, path)
}
