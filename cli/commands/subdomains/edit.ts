import { Effect } from "effect"
import { editSubdomain } from "#core/commands/subdomainCommands.ts"
import type { Call } from "#cli/Call.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { withFacilities } from "#cli/input/facilityInput.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { subdomainColumns } from "./subdomainColumns.ts"

const plain = callVerb(editSubdomain, ({ data }) => shownRecord(data, subdomainColumns))

export const verb = verbOf(editSubdomain, {
  run: (call: Call) => Effect.flatMap(withFacilities(call, ["assign", "unassign"]), plain.run)
})
