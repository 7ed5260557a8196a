import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { nameText } from "#core/base/nameText.ts"
import { createFacility, editFacility } from "#core/commands/facilityCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { createdOnce } from "#cli/commands/createdOnce.ts"
import { formVerb } from "./formVerb.ts"

export const verb = formVerb(
  createdOnce(
    createFacility,
    "FacilityNameTaken",
    Effect.fnUntraced(function* (input) {
      const { data } = yield* withClient((client) => client.facilities.list({ query: {} }))
      const existing = data.find(({ facilityName }) => facilityName === nameText(input.name))
      return existing === undefined ? null : yield* runOf(editFacility)({ ...input, facilityID: existing.facilityID })
    })
  )
)
