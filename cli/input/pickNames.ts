import { Effect } from "effect"
import type { ApiClient } from "#core/api/ApiClient.ts"
import { notRevoked } from "#core/base/findNamed.ts"
import type { Picks } from "#core/commands/Command.ts"
import { listFacilities, listUsers } from "#core/commands/placeCommands.ts"
import { runOf } from "#core/commands/runOf.ts"
import { listSubdomains } from "#core/commands/subdomainCommands.ts"
import { canChoose } from "#core/facilities/canChoose.ts"
import { allNamed } from "./namedInput.ts"
import { numberedNames, personName, type PickName, plainName } from "./PickName.ts"

/** The names of a kind of thing in the user's company; empty if it is not chosen from a list. */
export const pickNames = (
  picks: Picks | null,
  activeOnly: boolean
): Effect.Effect<ReadonlyArray<PickName>, unknown, ApiClient> => {
  switch (picks) {
    case "facility":
      return Effect.map(runOf(listFacilities)({}), ({ data }) =>
        data.filter((facility) => canChoose(facility, activeOnly)).map(({ facilityName }) => plainName(facilityName))
      )
    case "user":
      return Effect.map(runOf(listUsers)({}), ({ data }) => data.map(personName))
    case "subdomain":
      return Effect.map(runOf(listSubdomains)({}), ({ data }) =>
        data.map(({ displayName, subdomainUrl }) => ({
          text: `${subdomainUrl} · ${displayName}`,
          value: subdomainUrl,
          names: [subdomainUrl, displayName]
        }))
      )
    case "apiKey":
    case "webhook":
      return Effect.map(allNamed(picks), (all) => numberedNames(notRevoked(all)))
    default:
      return Effect.succeed([])
  }
}
