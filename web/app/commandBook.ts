import { availabilityBy, type AccessOf } from "#core/commands/availabilityRules.ts"
import { publicAccessOf } from "#core/commands/publicAccess.ts"
import { publicCommands } from "#core/commands/publicCommands.ts"
import type { CommandHead } from "#core/commands/registry.ts"

/** The commands that this page knows. */
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

/** What the page knows now: at first what the screens in front of a session need. */
export const commandBook = (): CommandBook => book

/** Every command there is, from now on. The console behind the guard brings them. */
export const learnCommands = (commands: ReadonlyArray<CommandHead>, accessOf: AccessOf): void => {
  book = bookOf(commands, accessOf)
}
