import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { facilityIdsOf } from "#core/commands/fields.ts"
import { changeSubdomain, createSubdomain } from "#core/commands/subdomainCommands.ts"
import type { Call } from "#cli/Call.ts"
import { createdOnce } from "#cli/commands/createdOnce.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { withFacilities } from "#cli/input/facilityInput.ts"
import { shownSubdomain } from "./shownSubdomain.ts"

const once = createdOnce(
  createSubdomain,
  "SubdomainUrlTaken",
  Effect.fnUntraced(function* ({ facilities, ...form }) {
    const { data } = yield* withClient((client) => client.subdomains.list({ query: {} }))
    const existing = data.find(({ subdomainUrl }) => subdomainUrl === form.subdomainUrl.trim())
    if (existing === undefined) return null
    const facilityIDs = facilityIdsOf(facilities)
    return yield* changeSubdomain({ ...form, id: existing.id, ...(facilities === undefined ? {} : { facilityIDs }) })
  })
)

const plain = callVerb(once, (answer, _, call) => shownSubdomain(call, answer))

export const verb = verbOf(createSubdomain, {
  run: (call: Call) => Effect.flatMap(withFacilities(call, ["facilities"]), plain.run)
})
