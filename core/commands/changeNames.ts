import { Effect, Schema } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"
import { type ChangedFact, changeText, type FactWords } from "#core/audit/changedFacts.ts"
import { FacilityId, idIn, idsIn, SubdomainId } from "#core/base/ids.ts"
import { listedNames } from "#core/base/listedNames.ts"
import { facilityNamed, type FacilityNames, facilityNamesOf } from "#core/facilities/facilityNamed.ts"

/** Names of the facilities and subdomains the current user can see. */
export interface ChangeNames {
  readonly facilities: FacilityNames
  readonly subdomains: ReadonlyMap<SubdomainId, string>
}

export const noNames: ChangeNames = { facilities: new Map(), subdomains: new Map() }

/** Without names if they can't be loaded. Things without a name are shown by their id. */
const orNone = <Id>(names: Effect.Effect<ReadonlyMap<Id, string>, unknown, ApiClient>) =>
  Effect.orElseSucceed(names, (): ReadonlyMap<Id, string> => new Map())

/** Loads the names used to describe changes: facilities and, if `withSubdomains`, subdomains. */
export const changeNames = (withSubdomains: boolean): Effect.Effect<ChangeNames, never, ApiClient> =>
  Effect.all(
    {
      facilities: orNone(
        withClient((client) => Effect.map(client.facilities.list({ query: {} }), ({ data }) => facilityNamesOf(data)))
      ),
      subdomains: withSubdomains
        ? orNone(
            withClient((client) =>
              Effect.map(
                client.subdomains.list({ query: {} }),
                ({ data }) => new Map(data.map(({ id, displayName }) => [id, displayName] as const))
              )
            )
          )
        : Effect.succeed(noNames.subdomains)
    },
    { concurrency: "unbounded" }
  )

/** Turns a record's facility ids (`5 6`) into names. An empty text and `all` become the labels used in the form. */
const facilitiesText = ({ facilities }: ChangeNames, value: unknown): string => {
  const text = String(value ?? "")
  if (text === "") return "none"
  return /^\d+( \d+)*$/.test(text)
    ? listedNames(idsIn(FacilityId, text).map((id) => facilityNamed(facilities, id)))
    : text
}

/** Formatters for the facility facts of a user or an API key. */
export const facilityFactWords =
  (names: ChangeNames): FactWords =>
  (name) =>
    name === "facilities" || name === "facilityIds"
      ? { label: "facilities", shown: (value) => facilitiesText(names, value) }
      : null

/** The fact of a subdomain record that says where a facility is: `facility 12`. */
export const placeFact = {
  of: (facilityID: FacilityId): string => `facility ${facilityID}`,
  idIn: (name: string): FacilityId | null => {
    const id = /^facility (\d+)$/.exec(name)?.[1]
    return id === undefined ? null : idIn(FacilityId, id)
  }
} as const

/** Whether a fact says where a facility is. */
export const isPlace = ({ name }: ChangedFact): boolean => placeFact.idIn(name) !== null

/** Whether a fact needs facility names to be shown. */
export const isOfFacilities = (fact: ChangedFact): boolean =>
  fact.name === "facilities" || fact.name === "facilityIds" || fact.name === "facilityID" || isPlace(fact)

/**
 * Describes a change of a subdomain. Facilities with the same move are combined: `Maple St, Oak Ave: none → Front desk`.
 */
export const subdomainChangeText = (
  changed: ReadonlyArray<ChangedFact>,
  names: ChangeNames,
  words?: FactWords
): string => {
  const subdomain = (id: unknown): string =>
    Schema.is(SubdomainId)(id) ? (names.subdomains.get(id) ?? `Subdomain ${id}`) : "none"
  const own = changed.filter((fact) => !isPlace(fact))
  const moves = Map.groupBy(changed.filter(isPlace), ({ was, made }) => `${subdomain(was)} → ${subdomain(made)}`)
  const places = [...moves].map(([move, facts]) => {
    const ids = facts.flatMap(({ name }) => placeFact.idIn(name) ?? [])
    return `${listedNames(ids.map((id) => facilityNamed(names.facilities, id)))}: ${move}`
  })
  return [changeText(own, words), ...places].filter((text) => text !== "").join(", ")
}
