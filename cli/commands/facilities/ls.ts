import { listFacilities } from "#core/commands/placeCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"

export const verb = callVerb(listFacilities, (answer) =>
  shownList("facilities", answer.data, [
    { heading: "Id", text: (facility) => String(facility.facilityID) },
    { heading: "Name", text: (facility) => facility.facilityName },
    { heading: "City", text: (facility) => facility.city },
    { heading: "State", text: (facility) => facility.state },
    { heading: "Locks", text: (facility) => String(facility.no_of_locks) },
    { heading: "Active", text: (facility) => (facility.isActive ? "yes" : "no") }
  ])
)
