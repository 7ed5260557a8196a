import type { CommandId } from "#core/commands/registry.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"

/** The command of each reason, in order. */
export const reasonCommands: ReadonlyArray<CommandId> = revealReasons.map(
  (_, at) => `reveal.reason${at + 1}` as CommandId
)
