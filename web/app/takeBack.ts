import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { rememberBatch, rememberChange } from "./changesMade.ts"
import { toast } from "./notices.ts"
import { run } from "./run.ts"

/** Remembers how what a command did is taken back, where it can be: by its audit record, or by the command itself. */
export const rememberDone = <F extends InputFields, A>(command: Command<F, A>, input: InputOf<F>, answer: A): void => {
  if (command.undo === undefined) return
  const back = command.back?.(input, answer) ?? null
  if (command.back === undefined) return rememberChange(command.title, answer)
  if (back === null) return
  rememberBatch(command.title, async () => {
    await run(command, back)
    toast("success", `Undone: ${command.title}.`)
  })
}
