import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import { commandBook } from "#web/app/commandBook.ts"
import type { CommandId, InputById } from "#core/commands/registry.ts"

/** Carries out a command about one thing of a list; where none is named, it is asked for as anywhere else. */
export const aboutOne =
  <Id extends CommandId>(command: Id, field: keyof InputById<Id>, then: (id: number, given: Given<Id>) => void) =>
  (given: Given<Id>): void => {
    const id: unknown = given.input?.[field]
    const asked = commandBook().byId(command)
    if (typeof id === "number") then(id, given)
    else if (asked !== undefined) center.fallback(asked, given)
  }
