import type { Given } from "#web/app/CommandCenter.ts"
import { center } from "#web/app/CommandCenter.ts"
import type { CommandId, InputById } from "#core/commands/registry.ts"

/** Handles a command for one item of a list. If the command names none, falls back to asking for it as elsewhere. */
export const aboutOne =
  <Id extends CommandId, Field extends keyof InputById<Id>>(
    command: Id,
    field: Field,
    then: (id: NonNullable<InputById<Id>[Field]>, given: Given<Id>) => void
  ) =>
  (given: Given<Id>): void => {
    const id = given.input?.[field]
    if (id !== undefined && id !== null) then(id, given)
    else center.passOn(command, given)
  }
