import { Effect } from "effect"
import { editSubdomain } from "#core/commands/subdomainCommands.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { withFacilities } from "#cli/input/facilityInput.ts"
import { shownSubdomain } from "./shownSubdomain.ts"

const plain = callVerb(editSubdomain, (answer, _, call) => shownSubdomain(call, answer))

export const verb = verbOf(editSubdomain, {
  run: (call: Call) => Effect.flatMap(withFacilities(call, ["assign", "unassign"]), plain.run)
})
