import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { type ChangedFact, changedFacts, type Facts } from "#core/audit/changedFacts.ts"
import { FacilityId, idsIn, mustBeIdIn, SubdomainId } from "#core/base/ids.ts"
import { placeFact } from "./changeNames.ts"
import { changeSubdomain } from "./subdomainCommands.ts"

const idsOf = (text: unknown): ReadonlyArray<FacilityId> => (typeof text === "string" ? idsIn(FacilityId, text) : [])

/** Parses `5:12 6:13`: facility id to the id of its other subdomain. */
const placesOf = (text: unknown): ReadonlyMap<FacilityId, SubdomainId> =>
  new Map(
    String(text ?? "")
      .split(" ")
      .filter((pair) => pair !== "")
      .map((pair) => {
        const [facility = "", subdomain = ""] = pair.split(":")
        return [mustBeIdIn(FacilityId, facility), mustBeIdIn(SubdomainId, subdomain)] as const
      })
  )

/** The changes in a subdomain's record: its own fields, and the location of each added or removed facility. */
export const changedPlaces = (facts: Facts): ReadonlyArray<ChangedFact> => {
  const own = facts["subdomainID"]
  const from = placesOf(facts["fromSubdomains"])
  const to = placesOf(facts["toSubdomains"])
  return [
    ...changedFacts(facts),
    ...idsOf(facts["added"]).map((id) => ({ name: placeFact.of(id), was: from.get(id) ?? null, made: own })),
    ...idsOf(facts["removed"]).map((id) => ({ name: placeFact.of(id), was: own, made: to.get(id) ?? null }))
  ]
}

/** The subdomain of a record. Undoing returns its facilities to where they were, including other subdomains. */
export const subdomainThing = Effect.fnUntraced(function* ({ facts }: { readonly facts: Facts }) {
  const list = withClient((client) => client.subdomains.list({ query: {} }))
  const { data } = yield* list
  const found = data.find(({ id }) => id === facts["subdomainID"])
  if (found === undefined) return null
  const { id, version, displayName, subdomainUrl, logo, facilityIDs } = found
  const facilities = yield* withClient((client) => client.facilities.list({ query: {} }))
  const places = facilities.data.map(
    ({ facilityID, companySubdomainID }) => [placeFact.of(facilityID), companySubdomainID] as const
  )
  return {
    now: { displayName, subdomainUrl, logo, ...Object.fromEntries(places) },
    give: (wanted: Facts) => {
      const moves = Object.entries(wanted).flatMap(([name, to]) => {
        const id = placeFact.idIn(name)
        return id === null ? [] : [[id, to] as const]
      })
      const named = Object.fromEntries(Object.entries(wanted).filter(([name]) => placeFact.idIn(name) === null))
      const leaving = new Set(moves.flatMap(([facility, to]) => (to === id ? [] : [facility])))
      const coming = moves.flatMap(([facility, to]) => (to === id ? [facility] : []))
      const own = [...facilityIDs.filter((each) => !leaving.has(each)), ...coming]
      const givesTo = moves.flatMap(([facilityID, to]) =>
        typeof to === "number" && to !== id ? [{ facilityID, subdomainID: SubdomainId.make(to) }] : []
      )
      return changeSubdomain({
        id,
        version,
        ...named,
        ...(moves.length === 0 ? {} : { facilityIDs: own }),
        ...(givesTo.length === 0 ? {} : { givesTo })
      })
    }
  }
})
