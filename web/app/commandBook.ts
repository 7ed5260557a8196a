import { availabilityBy, type AccessOf } from "#core/commands/availabilityRules.ts"
import { publicAccessOf } from "#core/commands/publicAccess.ts"
import { publicCommands } from "#core/commands/publicCommands.ts"
import type { CommandHead } from "#core/commands/registry.ts"

/** The commands known to this page. */
export interface CommandBook {
  readonly commands: ReadonlyArray<CommandHead>
  readonly byId: (id: string) => CommandHead | undefined
  readonly availability: ReturnType<typeof availabilityBy>
}

const bookOf = (commands: ReadonlyArray<CommandHead>, accessOf: AccessOf): CommandBook => {
  const byId = new Map(commands.map((command) => [command.id, command]))
  return { commands, byId: (id) => byId.get(id), availability: availabilityBy(accessOf) }
}

let book = bookOf(publicCommands, publicAccessOf)

/** The commands known so far: at first only those of the public screens. */
export const commandBook = (): CommandBook => book

/** Registers all commands. Called by the console behind the guard. */
export const learnCommands = (commands: ReadonlyArray<CommandHead>, accessOf: AccessOf): void => {
  book = bookOf(commands, accessOf)
}
