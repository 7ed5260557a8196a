import type { Command, InputFields } from "#core/commands/Command.ts"

/** The function a command runs, if it makes a call. */
export const runOf = <F extends InputFields, A>(command: Command<F, A>) => {
  if (!("run" in command.does)) throw new Error(`${command.id} is a place to go to, which a terminal has not`)
  return command.does.run
}
