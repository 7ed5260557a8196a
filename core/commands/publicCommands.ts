import { AuthApi } from "#core/auth/AuthApi.ts"
import { accessIn } from "./accessIn.ts"
import type { AnyCommand } from "./registry.ts"
import { sessionCommands } from "./sessionCommands.ts"
import { viewCommands } from "./viewCommands.ts"

/** The calls that can be made without a session. */
const groups = { auth: AuthApi }

/**
 * What can be done on the screens in front of a session: those load neither the rest of the commands nor the rest of the
 * contract.
 */
export const publicCommands: ReadonlyArray<AnyCommand> = (
  [...sessionCommands, ...viewCommands] as ReadonlyArray<unknown> as ReadonlyArray<AnyCommand>
).filter(({ does }) => does.call === undefined || Object.hasOwn(groups, does.call.split(".")[0] ?? ""))

/** The access that one of their calls declares. */
export const publicAccessOf = accessIn(groups)
