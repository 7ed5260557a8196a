import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { commandBook } from "#web/app/commandBook.ts"
import type { CommandId } from "#core/commands/registry.ts"

/** Carries out a command about one thing of a list; where none is named, it is asked for as anywhere else. */
export const aboutOne =
  (command: CommandId, field: string, then: (id: number, given: Given) => void) =>
  (given: Given): void => {
    const id = given.input?.[field]
    const asked = commandBook().byId(command)
    if (typeof id === "number") then(id, given)
    else if (asked !== undefined) center.fallback(asked, given)
  }
