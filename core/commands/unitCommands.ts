import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { command } from "./Command.ts"
import { facilityField, refreshField } from "./fields.ts"

export const listUnits = command({
  id: "facilities.units",
  title: "List the units of a facility",
  section: "Facilities",
  keywords: ["doors", "rooms", "vacant", "delinquent", "refresh"],
  input: {
    facilityID: { ...facilityField, positional: true },
    refresh: refreshField
  },
  risk: "reads",
  terminal: {
    path: ["facilities", "units"],
    examples: ["lockdesk facilities units 'Maple St'", "lockdesk facilities units 12 --refresh --json name,status"]
  },
  does: {
    call: "units.list",
    run: ({ facilityID, refresh }) =>
      withClient((client) => {
        const facility = { params: { id: facilityID }, query: {} }
        const list = client.units.list(facility)
        return refresh === true ? Effect.andThen(client.units.forget(facility), list) : list
      })
  }
})

export const unitCommands = [listUnits] as const
