import { CompanyId, FacilityId, LockId, UserId } from "#core/base/ids.ts"
import { LockIndex } from "#core/base/search/LockIndex.ts"
import type { LockItem } from "#core/base/search/LockColumns.ts"
import type { Scores } from "#core/base/search/SearchRow.ts"
import { prepare } from "#core/base/search/ranking.ts"
import { parse } from "#core/base/search/searchGrammar.ts"
import { availability } from "#core/commands/availability.ts"
import { type AnyCommand, commands } from "#core/commands/registry.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { Facility } from "#core/facilities/Facility.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { facilityIndex, furtherEntries, mainEntries, personIndex, type Places } from "#web/palette/paletteEntries.ts"
import { isOffered } from "#web/palette/offered.ts"
import { rowsOf } from "#web/palette/PaletteRow.ts"
import type { Listed, RowSources } from "#web/palette/RowSources.ts"
import { searchRows } from "#web/palette/searchRows.ts"
import { person } from "../../support/person.ts"

export const maple: Facility = {
  facilityID: FacilityId.make(3),
  companyID: CompanyId.make(1),
  facilityName: "Maple Street",
  street: "",
  city: "Seattle",
  state: "WA",
  zip: "",
  phoneNumber: "",
  managementSoftware: 13,
  isActive: true,
  includedInAPI: false,
  no_of_locks: 3,
  lockCount: 0,
  companySubdomainID: null,
  facilityURL: "",
  facilityDisplayName: "",
  companyDisplayName: "",
  email: "",
  phoneNumberCustomerService: "",
  no_Of_Units: 0,
  lat: null,
  lng: null,
  mode: null,
  managementSoftwareType: "Not listed"
}

export const dana: TeamUser = {
  userID: UserId.make(9),
  name: "Dana Reed",
  firstName: "Dana",
  lastName: "Reed",
  email: "dana@acme.example.com",
  roleID: Role.id.Admin,
  roleName: "Admin",
  status: true,
  facilityIDs: [],
  companyID: CompanyId.make(1),
  userInRole: 0,
  invited: false,
  inviteFailure: null,
  lastSeenOn: null,
  version: 1,
  updatedBy: null
}

export const places: Places = {
  facilities: [maple],
  people: [dana],
  apiKeys: [
    { id: 2, name: "Old gate", revokedOn: "2026-10-01T09:00:00.000Z" },
    { id: 3, name: "Gate sync", revokedOn: null }
  ],
  webhooks: [{ id: 5, name: "https://hooks.maple.example.com/lockdesk" }]
}

export const locks: ReadonlyArray<LockItem> = [
  {
    lockID: LockId.make(1),
    serialCode: "40001007",
    unitNumber: "1204",
    facilityID: FacilityId.make(3),
    facilityName: "Maple Street",
    statusCode: 1004,
    statusName: "Assigned Overlock"
  },
  {
    lockID: LockId.make(2),
    serialCode: "40001015",
    facilityID: FacilityId.make(3),
    facilityName: "Maple Street",
    statusCode: 1001,
    statusName: "Available"
  },
  { lockID: LockId.make(3), serialCode: "50000001", statusCode: 1001, statusName: "Available" }
]

interface SourceFacts {
  readonly role?: RoleId
  readonly places?: Places
  readonly locks?: ReadonlyArray<LockItem>
  readonly scores?: Scores
  readonly handled?: ReadonlyArray<string>
  readonly offered?: ReadonlyArray<AnyCommand>
}

/** Sources for rows, as in the palette of a user with this role. */
export const sourcesFor = (facts: SourceFacts = {}): RowSources => {
  const { role = Role.id.Admin, handled = [] } = facts
  const user = person(role)
  const offered = facts.offered ?? commands.filter((command) => isOffered(command, (id) => handled.includes(id)))
  return {
    main: prepare({
      entries: mainEntries(offered),
      locks: LockIndex.of(facts.locks ?? locks)
    }),
    facilities: facilityIndex((facts.places ?? places).facilities),
    people: personIndex((facts.places ?? places).people),
    further: prepare({ entries: furtherEntries(offered) }),
    known: {
      ...(facts.places ?? places),
      lockIDOf: (serialCode) => (facts.locks ?? locks).find((lock) => lock.serialCode === serialCode)?.lockID,
      missing: {}
    },
    commands: new Map(offered.map((command) => [command.id, command])),
    views: [],
    scores: facts.scores ?? new Map(),
    now: Date.UTC(2026, 10, 20),
    utcOffsetMinutes: 0,
    handled: () => false,
    refusal: (command) => {
      const may = availability(command, user)
      return may.allowed ? null : may.words
    },
    keysOf: (id) => commands.find((command) => command.id === id)?.keys ?? []
  }
}

export const listed = (typed: string, from = sourcesFor()): Listed => searchRows(parse(typed), from)
export const idsOf = ({ sections }: Listed): ReadonlyArray<string> => rowsOf(sections).map(({ id }) => id)
export const headingsOf = ({ sections }: Listed): ReadonlyArray<string> => sections.map(({ heading }) => heading)
