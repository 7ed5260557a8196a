import { Effect } from "effect"
import { createSubdomain } from "#core/commands/subdomainCommands.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { withFacilities } from "#cli/input/facilityInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { subdomainColumns } from "./subdomainColumns.ts"

const plain = callVerb(createSubdomain, ({ data }) => shownRecord(data, subdomainColumns))

export const verb = verbOf(createSubdomain, {
  run: (call: Call) => Effect.flatMap(withFacilities(call, ["facilities"]), plain.run)
})
