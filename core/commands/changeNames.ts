import { Effect } from "effect"
import { type ApiClient, withClient } from "#core/api/ApiClient.ts"
import { type ChangedFact, changeText, type FactWords } from "#core/audit/changedFacts.ts"
import { listedNames } from "#core/base/listedNames.ts"
import { facilityNamed, type FacilityNames } from "#core/facilities/facilityNamed.ts"

/** Facilities and subdomains by name, as whoever asks may see them now. */
export interface ChangeNames {
  readonly facilities: FacilityNames
  readonly subdomains: ReadonlyMap<number, string>
}

export const noNames: ChangeNames = { facilities: new Map(), subdomains: new Map() }

const namesIn = (rows: Effect.Effect<ReadonlyArray<readonly [number, string]>, unknown, ApiClient>) =>
  // What somebody may no longer see is said by its number.
  Effect.map(
    Effect.orElseSucceed(rows, () => []),
    (each) => new Map<number, string>(each)
  )

/** Asks for the names that changes are said with: of facilities, and of subdomains where those are changed. */
export const changeNames = (withSubdomains: boolean): Effect.Effect<ChangeNames, never, ApiClient> =>
  Effect.all(
    {
      facilities: namesIn(
        withClient((client) =>
          Effect.map(client.facilities.list({ query: {} }), ({ data }) =>
            data.map(({ facilityID, facilityName }) => [facilityID, facilityName] as const)
          )
        )
      ),
      subdomains: withSubdomains
        ? namesIn(
            withClient((client) =>
              Effect.map(client.subdomains.list({ query: {} }), ({ data }) =>
                data.map(({ id, displayName }) => [id, displayName] as const)
              )
            )
          )
        : Effect.succeed(new Map<number, string>())
    },
    { concurrency: "unbounded" }
  )

/** Facilities of a record, `5 6`, by name. An empty text and `all` are what the form calls them. */
const facilitiesText = ({ facilities }: ChangeNames, value: unknown): string => {
  const text = String(value ?? "")
  if (text === "") return "none"
  return /^\d+( \d+)*$/.test(text)
    ? listedNames(text.split(" ").map((id) => facilityNamed(facilities, Number(id))))
    : text
}

/** How the facilities of a user or an API key are said. */
export const facilityFactWords =
  (names: ChangeNames): FactWords =>
  (name) =>
    name === "facilities" || name === "facilityIds"
      ? { label: "facilities", shown: (value) => facilitiesText(names, value) }
      : null

/** A fact of a subdomain that says where a facility is: `facility 12`. */
export const placeFact = {
  of: (facilityID: number): string => `facility ${facilityID}`,
  idIn: (name: string): number | null => {
    const id = /^facility (\d+)$/.exec(name)?.[1]
    return id === undefined ? null : Number(id)
  }
} as const

/** Whether a fact says where a facility is. */
export const isPlace = ({ name }: ChangedFact): boolean => placeFact.idIn(name) !== null

/** Whether a fact is said with names of facilities. */
export const isOfFacilities = (fact: ChangedFact): boolean =>
  fact.name === "facilities" || fact.name === "facilityIds" || fact.name === "facilityID" || isPlace(fact)

/** A change of a subdomain in words: facilities that went the same way are said together, as `Maple St, Oak Ave: none → Front desk`. */
export const subdomainChangeText = (
  changed: ReadonlyArray<ChangedFact>,
  names: ChangeNames,
  words?: FactWords
): string => {
  const subdomain = (id: unknown): string =>
    typeof id === "number" ? (names.subdomains.get(id) ?? `Subdomain ${id}`) : "none"
  const own = changed.filter((fact) => !isPlace(fact))
  const moves = Map.groupBy(changed.filter(isPlace), ({ was, made }) => `${subdomain(was)} → ${subdomain(made)}`)
  const places = [...moves].map(([move, facts]) => {
    const ids = facts.map(({ name }) => placeFact.idIn(name) ?? 0)
    return `${listedNames(ids.map((id) => facilityNamed(names.facilities, id)))}: ${move}`
  })
  return [changeText(own, words), ...places].filter((text) => text !== "").join(", ")
}
