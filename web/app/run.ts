import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { call } from "./calls.ts"
import { refresh } from "./refresh.ts"

/** Makes a command's call and invalidates the topics it touches, even if it failed partway through. */
export const run = async <F extends InputFields, A>(
  command: Command<F, A>,
  input: InputOf<F>,
  options: { readonly signal?: AbortSignal; readonly sent?: (share: number) => void } = {}
): Promise<A> => {
  if (!("run" in command.does)) throw new TypeError(`${command.id} makes no call`)
  try {
    return await call(command.does.run(input), options)
  } finally {
    refresh(command.touches)
  }
}
