import { publicAccessOf } from "./publicAccess.ts"
import type { AnyCommand } from "./registry.ts"
import { sessionCommands } from "./sessionCommands.ts"
import { viewCommands } from "./viewCommands.ts"

/**
 * What can be done on the screens in front of a session: those load neither the rest of the commands nor the rest of the
 * contract.
 */
export const publicCommands: ReadonlyArray<AnyCommand> = (
  [...sessionCommands, ...viewCommands] as ReadonlyArray<unknown> as ReadonlyArray<AnyCommand>
).filter(({ does }) => does.call === undefined || publicAccessOf(does.call) !== null)
