import { Effect } from "effect"
import { RequestKey } from "#core/auth/RequestKey.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { call } from "./calls.ts"
import { refresh } from "./refresh.ts"
import { requestKeys } from "./requestKeys.ts"
import { session } from "./Session.ts"

/**
 * Makes the call of a command. What it touches is shown anew, also when it failed half way. Made again after a failure, with the
 * same input, it carries the same key: the server creates nothing twice.
 */
export const run = async <F extends InputFields, A>(
  command: Command<F, A>,
  input: InputOf<F>,
  options: { readonly signal?: AbortSignal; readonly sent?: (share: number) => void } = {}
): Promise<A> => {
  if (!("run" in command.does)) throw new TypeError(`${command.id} makes no call`)
  const { key, succeeded } = requestKeys.of([command.id, session.companyID, session.token, input])
  try {
    const answer = await call(Effect.provideService(command.does.run(input), RequestKey, key), options)
    succeeded()
    return answer
  } finally {
    refresh(command.touches)
  }
}
