import type { Named } from "#core/base/findNamed.ts"
import type { FacilityId, UserId } from "#core/base/ids.ts"
import { commandEntry } from "#core/commands/commandEntry.ts"
import type { CommandHead } from "#core/commands/registry.ts"
import type { Entry } from "#core/base/search/EntryIndex.ts"
import { prepare, type SearchIndex } from "#core/base/search/ranking.ts"
import { filterKeys, type FilterKey, scopes, type ScopeName } from "#core/base/search/searchQuery.ts"
import { Role } from "#core/auth/roles.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { SavedView } from "#web/grid/savedViews.ts"
import { furtherScope } from "./offered.ts"

/** Searchable items besides commands and locks. */
export interface Places {
  readonly facilities: ReadonlyArray<Facility>
  readonly people: ReadonlyArray<TeamUser>
  /** API keys and webhooks; empty until a page needs them. */
  readonly apiKeys: ReadonlyArray<Named>
  readonly webhooks: ReadonlyArray<Named>
}

export const noPlaces: Places = { facilities: [], people: [], apiKeys: [], webhooks: [] }

export const facilityEntryId = (facilityID: FacilityId): string => `facility ${facilityID}`
export const personEntryId = (userID: UserId): string => `person ${userID}`
export const viewEntryId = ({ list, name }: SavedView): string => `view ${list} ${name}`

const facilityEntry = (facility: Facility): Entry => ({
  kind: "facilities",
  id: facilityEntryId(facility.facilityID),
  ref: facility.facilityID,
  title: facility.facilityName,
  context: [facility.city, facility.state].filter((part) => part !== "").join(", "),
  fields: { fms: Fms.label(facility.managementSoftware), is: facility.isActive ? "active" : "inactive" }
})

const personEntry = (user: TeamUser): Entry => ({
  kind: "people",
  id: personEntryId(user.userID),
  ref: user.userID,
  title: user.name,
  keywords: [user.email],
  context: Role.label(user.roleID),
  fields: { role: Role.label(user.roleID), is: user.status ? "active" : "inactive" }
})

const viewEntry = (view: SavedView): Entry => ({
  kind: "commands",
  id: viewEntryId(view),
  title: view.name,
  keywords: ["saved view"],
  context: "Saved view"
})

/** Entries of commands and saved views. */
export const mainEntries = (
  commands: ReadonlyArray<CommandHead>,
  views: ReadonlyArray<SavedView> = []
): ReadonlyArray<Entry> => [...commands.map(commandEntry), ...views.map(viewEntry)]

/** Indexes a list once per array. Ten thousand items take 40 ms, which every opening would wait for. */
const preparedOnce = <A>(entryOf: (item: A) => Entry): ((items: ReadonlyArray<A>) => SearchIndex) => {
  const prepared = new WeakMap<ReadonlyArray<A>, SearchIndex>()
  return (items) => {
    const index = prepared.get(items) ?? prepare({ entries: items.map(entryOf) })
    prepared.set(items, index)
    return index
  }
}

/** Search index of the company's facilities. */
export const facilityIndex = preparedOnce(facilityEntry)

/** Search index of the company's users. */
export const personIndex = preparedOnce(personEntry)

const whatScopes: Readonly<Record<ScopeName, string>> = {
  commands: "all commands",
  locks: "locks by serial code, unit, facility or status",
  units: "locks by unit",
  facilities: "facilities",
  people: "the team",
  reports: "reports",
  settings: "settings",
  help: "what you can type here"
}

const whatFilters: Readonly<Record<FilterKey, string>> = {
  status: "status:available",
  color: "color:red",
  facility: 'facility:"Maple Street"',
  unit: "unit:1204",
  by: "by:dana",
  updated: "updated:today, updated:7d, updated:2026-11-01..2026-11-20",
  fms: "fms:yardi",
  role: "role:admin",
  is: "is:inventory, is:available, is:inuse, is:problem, is:masked"
}

/** A piece of search syntax: title, explanation, and the text to insert. */
interface HelpText {
  readonly title: string
  readonly what: string
  readonly text: string
}

/** Help texts by entry ID. */
export const helpTexts: ReadonlyMap<string, HelpText> = new Map([
  ...scopes.map(({ sign, name }): [string, HelpText] => [
    `help ${name}`,
    { title: `${sign} ${name}`, what: whatScopes[name], text: `${sign} ` }
  ]),
  ...filterKeys.map((key): [string, HelpText] => [
    `help ${key}`,
    { title: `Filter ${key}:`, what: whatFilters[key], text: `${key}:` }
  ])
])

/** Entries of the scopes reports, settings and help. */
export const furtherEntries = (commands: ReadonlyArray<CommandHead>): ReadonlyArray<Entry> => [
  ...commands.flatMap((command) => {
    const kind = furtherScope(command)
    return kind === null ? [] : [{ ...commandEntry(command), kind }]
  }),
  ...[...helpTexts].map(([id, { title, what }]): Entry => ({ kind: "help", id, title, keywords: [what] }))
]
