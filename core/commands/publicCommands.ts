import { publicAccessOf } from "./publicAccess.ts"
import type { AnyCommand } from "./registry.ts"
import { sessionCommands } from "./sessionCommands.ts"
import { viewCommands } from "./viewCommands.ts"

/** Commands of the screens before sign-in. Those screens load neither the other commands nor the rest of the contract. */
export const publicCommands: ReadonlyArray<AnyCommand> = (
  [...sessionCommands, ...viewCommands] as ReadonlyArray<unknown> as ReadonlyArray<AnyCommand>
).filter(({ does }) => does.call === undefined || publicAccessOf(does.call) !== null)
