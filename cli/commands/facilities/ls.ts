import { listFacilities } from "#core/commands/placeCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"

export const verb = listVerb(listFacilities, {
  noun: "facilities",
  columns: [
    { heading: "Id", text: (facility) => String(facility.facilityID), shrinks: "never" },
    { heading: "Name", text: (facility) => facility.facilityName },
    { heading: "City", text: (facility) => facility.city, shrinks: "first" },
    { heading: "State", text: (facility) => facility.state, shrinks: "first" },
    { heading: "Locks", text: (facility) => String(facility.no_of_locks), shrinks: "never" },
    { heading: "Active", text: (facility) => (facility.isActive ? "yes" : "no"), shrinks: "never" }
  ]
})
