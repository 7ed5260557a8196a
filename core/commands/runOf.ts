import type { Command, InputFields } from "#core/commands/Command.ts"

/** The function a command runs, if it makes a call. */
export const runOf = <F extends InputFields, A>(command: Command<F, A>) => {
  if (!("run" in command.does)) throw new Error(`${command.id} only opens a screen and has nothing to run`)
  return command.does.run
}
