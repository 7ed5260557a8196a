import { Effect } from "effect"
import type { FacilityId } from "#core/base/ids.ts"
import type { Command, InputFields, InputOf } from "#core/commands/Command.ts"
import type { FacilitySaved } from "#core/facilities/FacilitiesApi.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"
import { unverifiedNotice } from "#core/fms/FmsTestResult.ts"
import { made } from "#cli/commands/dryRun.ts"
import { mustBeAllowed } from "#cli/session.ts"
import type { Call } from "#cli/Call.ts"
import { type Verb, verbOf } from "#cli/commands/Verb.ts"
import { readInput } from "#cli/input/readInput.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { facilityFacts } from "./facilityColumns.ts"
import { facilitySecret, passwordFileOption } from "./fmsSecret.ts"

/** For adding and editing: reads the form's inputs and the FMS secret, and shows the facility afterwards. */
export const formVerb = <F extends InputFields>(command: Command<F, FacilitySaved>): Verb =>
  verbOf(command, {
    options: passwordFileOption,
    run: Effect.fnUntraced(function* (call: Call) {
      const input = yield* readInput(call, command.input)
      yield* mustBeAllowed(command)
      const { software, facilityID } = input as { readonly software?: FmsId; readonly facilityID?: FacilityId }
      const secrets = yield* facilitySecret(call, software, facilityID)
      const whole = (Object.keys(secrets).length === 0 ? input : { ...input, secrets }) as InputOf<F>
      const { data, unverified } = yield* made(call, command, whole)
      // The server responds to a dry run as if it had saved the facility.
      if (unverified !== undefined) {
        const dryRun = call.flags.dryRun === true
        call.terminal.error(`Warning: ${unverifiedNotice(unverified, { dryRun }).join(" ")}`)
      }
      return yield* show(call.terminal, shownRecord(data, facilityFacts))
    })
  })
