import { Effect, Schema } from "effect"
import type { Command, InputField, InputFields, InputOf } from "#core/commands/Command.ts"
import { isAllFacilities } from "#core/facilities/findFacility.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { made, told } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { type Verb, verbOf } from "#cli/commands/Verb.ts"
import { facilityIdsOf } from "#cli/input/facilityInput.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show } from "#cli/output/shown.ts"
import { shownUser } from "./shownUser.ts"

interface FormFields extends InputFields {
  readonly facilities: InputField<string> & { readonly optional: true }
}

/** Typed facilities in the command's form: ids, or all. */
const facilityIds = (typed: string) => (isAllFacilities(typed) ? Effect.succeed("all") : facilityIdsOf(typed))

interface Saved {
  readonly data: TeamUser
  readonly message?: string
  readonly unchanged?: true
}

/**
 * For adding and editing: reads the form's inputs with facility names, and shows the user afterwards. With `says`, it also prints
 * the server's message, which says where the invitation is.
 */
export const formVerb = <F extends FormFields>(command: Command<F, Saved>, { says = false } = {}): Verb =>
  verbOf(command, {
    run: Effect.fnUntraced(function* (call: Call) {
      const { facilities: field, ...others } = command.input
      const input = yield* readInput(call, { ...others, facilities: { ...field, schema: Schema.String } })
      yield* mustBeAllowed(command)
      const { facilities } = input as { readonly facilities?: string }
      const ids = facilities === undefined ? {} : { facilities: yield* facilityIds(facilities) }
      const answer = yield* made(call, command, { ...input, ...ids } as InputOf<F>)
      if (says) told(call, answer)
      const shown = yield* shownUser(answer, input, call)
      return yield* show(call.terminal, shown)
    })
  })
