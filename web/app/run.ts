import { Effect } from "effect"
import { RequestKey } from "#core/auth/RequestKey.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import { call } from "./calls.ts"
import { refresh } from "./refresh.ts"
import { requestKeys } from "./requestKeys.ts"
import { session } from "./Session.ts"
import { atSessionEnd } from "./sessionLife.ts"

atSessionEnd(requestKeys.forget)

/**
 * Makes a command's call and invalidates the topics it touches, even if it failed partway through. Repeating it after
 * a failure with the same input sends the same idempotency key, so the server creates nothing twice.
 */
export const run = async <F extends InputFields, A>(
  command: Command<F, A>,
  input: InputOf<F>,
  options: { readonly signal?: AbortSignal; readonly sent?: (share: number) => void } = {}
): Promise<A> => {
  if (!("run" in command.does)) throw new TypeError(`${command.id} makes no call`)
  // Repeating a command that only reads does no harm.
  const request =
    command.risk === "reads" ? null : requestKeys.of([command.id, session.companyID, session.token, input])
  try {
    const answer = await call(Effect.provideService(command.does.run(input), RequestKey, request?.key ?? null), options)
    request?.succeeded()
    return answer
  } finally {
    refresh(command.touches)
  }
}
