import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { detailRefusal } from "#core/locks/lockRules.ts"
import { defaultLockStatus, LockStatus } from "#core/locks/lockStatuses.ts"
import { revealRefusal } from "#core/reveals/revealRules.ts"
import { revealReasons } from "#core/reveals/revealReasons.ts"
import { command } from "./Command.ts"
import { activeFacilityField, limitField, lockField, optionalFacilityField, serialField, textField } from "./fields.ts"
import { passed } from "./view.ts"

/** The default number of rows: the page size of quick search in the documents. */
const findCount = 50

const filterOf = (pairs: ReadonlyArray<readonly [string, string | number | undefined]>): string =>
  pairs
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
    .join(";")

/** The filter of a lock list in the form used by search and export. */
export const listedFilter = (narrowed: {
  readonly facilityID?: FacilityId | undefined
  readonly status?: string | undefined
  readonly unit?: string | undefined
  readonly search?: string | undefined
}): string =>
  filterOf([
    ["facilityID", narrowed.facilityID],
    ["status", narrowed.status],
    ["unit", narrowed.unit],
    ["text", narrowed.search]
  ])

/** Statuses by name or number, separated by commas, as the filter of a search takes them. */
const StatusNames = Schema.String.check(
  Schema.makeFilter(
    (text: string) => text === "" || text.split(",").every((name) => LockStatus.parse(name) !== undefined),
    { message: "Expected lock statuses." }
  )
)

const statusLabels = LockStatus.rows.map(({ label }) => label)

/** `unit B-110`, as people say it, is searched as B-110. */
const withoutUnitWord = (text: string): string => text.replace(/^\s*unit\s+(?=\S)/i, "")

export const findLocks = command({
  id: "locks.find",
  title: "Find locks",
  section: "Locks",
  keywords: ["search", "look up", "serial", "unit"],
  input: {
    text: textField({ label: "Search", description: "Serial code, part of one, or a unit", positional: true }),
    facilityID: optionalFacilityField,
    limit: limitField
  },
  risk: "reads",
  terminal: {
    path: ["locks", "find"],
    examples: ["lockdesk locks find 10482233", "lockdesk locks find B-114 --facility 'Maple St'"]
  },
  does: {
    call: "locks.search",
    run: ({ text, facilityID, limit }) =>
      withClient((client) =>
        client.locks.search({
          query: {
            filter: filterOf([
              ["text", withoutUnitWord(text)],
              ["facilityID", facilityID]
            ]),
            count: limit ?? findCount,
            page: 1
          }
        })
      )
  }
})

export const listLocks = command({
  id: "locks.list",
  title: "List locks",
  section: "Locks",
  keywords: ["manage", "table", "all"],
  input: {
    facilityID: optionalFacilityField,
    status: {
      ...textField({
        label: "Status",
        description: "A lock status by name or number, or several separated by commas",
        optional: true,
        choices: statusLabels,
        listOf: statusLabels
      }),
      schema: StatusNames
    },
    unit: textField({ label: "Unit", description: "A unit", optional: true }),
    search: textField({ label: "Search", description: "Part of a serial code, or a unit", optional: true }),
    sort: textField({ label: "Sort", description: "field=asc or field=desc", optional: true }),
    page: { ...limitField, label: "Page", description: "Page number, starting at 1" },
    limit: limitField
  },
  risk: "reads",
  terminal: {
    path: ["locks", "ls"],
    examples: ["lockdesk locks ls --facility 'Maple St' --status 'Assigned Overlock'", "lockdesk locks ls --json"]
  },
  does: {
    call: "locks.search",
    run: ({ facilityID, status, unit, search, sort, page, limit }) =>
      withClient((client) =>
        client.locks.search({
          query: {
            filter: listedFilter({ facilityID, status, unit, search }),
            ...(sort === undefined ? {} : { sort }),
            count: limit ?? findCount,
            page: page ?? 1
          }
        })
      )
  }
})

export const showLock = command({
  id: "locks.show",
  title: "Show a lock",
  shortTitle: "View details",
  section: "Locks",
  keywords: ["detail", "open"],
  input: { lockID: lockField, serialCode: passed(Schema.String) },
  subject: "lock",
  scope: "lists",
  risk: "reads",
  terminal: { path: ["locks", "show"], examples: ["lockdesk locks show 10482233", "lockdesk locks show '#42' --json"] },
  rule: (user, lock) => (lock === null ? null : detailRefusal(user, lock.secondaryLockStatus ?? defaultLockStatus)),
  does: {
    call: "locks.show",
    run: ({ lockID }) => withClient((client) => client.locks.show({ params: { id: lockID }, query: {} }))
  }
})

export const revealLock = command({
  id: "locks.reveal",
  title: "Reveal the combination",
  section: "Locks",
  keywords: ["code", "unlock"],
  input: {
    serialCode: serialField,
    reason: {
      schema: Schema.String,
      label: "Reason",
      description: `Why: 1 to 5, or your own words (${revealReasons.slice(0, -1).join(", ")})`,
      picks: "reason",
      choices: revealReasons.slice(0, -1)
    }
  },
  subject: "lock",
  scope: "lock",
  keys: ["r"],
  risk: "reveals",
  touches: ["locks", "audit"],
  terminal: {
    path: ["locks", "reveal"],
    examples: [
      "lockdesk locks reveal 10482233 --reason 2",
      "lockdesk locks reveal 10482233 --reason 'Gate left open' --unmask --json"
    ]
  },
  rule: (user) => revealRefusal(user),
  does: {
    call: "locks.reveal",
    run: ({ serialCode, reason }) =>
      withClient((client) => client.locks.reveal({ query: {}, payload: { serialCode, reason } }))
  }
})

export const activateLock = command({
  id: "locks.activate",
  title: "Activate a lock",
  section: "Locks",
  keywords: ["add", "new", "register"],
  input: { serialCode: serialField, facilityID: activeFacilityField },
  risk: "changes",
  touches: ["locks", "facilities", "audit"],
  terminal: {
    path: ["locks", "activate"],
    examples: [
      "lockdesk locks activate 10482233 --facility 'Maple St'",
      "lockdesk locks activate --file box.csv --facility 'Maple St' --dry-run",
      "lockdesk locks activate --file box.csv --facility 'Maple St' --yes"
    ]
  },
  does: {
    call: "locks.activate",
    run: ({ serialCode, facilityID }) =>
      withClient((client) => client.locks.activate({ query: {}, payload: { serialCode, facilityID } }))
  }
})

export const lockLog = command({
  id: "locks.log",
  title: "Show the log of a lock",
  shortTitle: "View log",
  section: "Locks",
  keywords: ["history", "who"],
  input: { lockID: lockField },
  subject: "lock",
  scope: "lock",
  keys: ["l"],
  risk: "reads",
  terminal: { path: ["locks", "log"], examples: ["lockdesk locks log 10482233"] },
  does: {
    call: "locks.logs",
    run: ({ lockID }) => withClient((client) => client.locks.logs({ query: { lockID } }))
  }
})

export const lockCommands = [findLocks, listLocks, showLock, revealLock, activateLock, lockLog] as const
