import { Result } from "effect"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { closest } from "#core/base/closest.ts"
import { FacilityId, idIn } from "#core/base/ids.ts"
import { LockColor } from "./lockColors.ts"
import { seesStatus } from "./lockRules.ts"
import { SearchNotShown, SearchRefused } from "./LockSearchErrors.ts"
import { LockStatus, type LockStatusId } from "./lockStatuses.ts"

/** Fields a lock search can be sorted by, under the names of the documents and the grid (001 §7). */
export const sortFields = [
  "serialCode",
  "unitNumber",
  "secondaryLockStatus",
  "facilityName",
  "updatedOn",
  "updatedBy",
  "color"
] as const
export type SortField = (typeof sortFields)[number]

/** Criteria of a lock search. A missing key does not filter. */
export interface LockCriteria {
  /** Part of a serial code or unit, ignoring case. */
  readonly text?: string
  readonly serialCode?: string
  readonly unit?: string
  readonly status?: ReadonlyArray<LockStatusId>
  readonly facilityID?: FacilityId
  readonly color?: number
  readonly updatedBy?: string
  /** True for locks without a facility only, false for those with one. */
  readonly inventory?: boolean
}

export interface LockSort {
  readonly field: SortField
  readonly descending: boolean
}

export const defaultSort: LockSort = { field: "serialCode", descending: false }

const refuse = (part: string, expected: string) => Result.fail(new SearchRefused({ data: { part, expected } }))

const labels = (rows: ReadonlyArray<{ readonly label: string }>): ReadonlyArray<string> =>
  rows.map(({ label }) => label)

/** The allowed values, with the closest match first. */
const oneOf = (typed: string, allowed: ReadonlyArray<string>): string => {
  const near = closest(typed, allowed)
  return `${near === undefined ? "" : `${near}, or another `}one of ${allowed.join(", ")}`
}

/** Other names for the same field (001 §7: the grid's names are mapped). */
const sortAliases: ReadonlyMap<string, SortField> = new Map([
  ["unit", "unitNumber"],
  ["status", "secondaryLockStatus"]
])

/** Parses `sort`: 'field=direction', where direction is asc or desc. The default is by serial code, ascending. */
export const parseSort = (text: string | undefined): Result.Result<LockSort, SearchRefused> => {
  if (text === undefined || text === "") return Result.succeed(defaultSort)
  const [name = "", direction = "asc", ...rest] = text.split("=")
  const field = sortAliases.get(name) ?? sortFields.find((known) => known === name)
  if (field === undefined) return refuse(text, oneOf(name, sortFields))
  if (rest.length > 0 || !/^(asc|desc)$/i.test(direction)) return refuse(text, "field=asc or field=desc")
  return Result.succeed({ field, descending: direction.toLowerCase() === "desc" })
}

type Read = (value: string) => Partial<LockCriteria> | string

/** The parser of each filter key: returns criteria, or what it expected instead. */
const keys: ReadonlyMap<string, Read> = new Map(
  Object.entries<Read>({
    text: (text) => (text === "" ? {} : { text }),
    serialCode: (serialCode) => (/^\d{8}$/.test(serialCode) ? { serialCode } : "8 digits"),
    unit: (unit) => ({ unit }),
    status: (value) => {
      const status = value.split(",").map((name) => LockStatus.parse(name))
      const wrong = value.split(",").find((name) => LockStatus.parse(name) === undefined)
      return status.every((id) => id !== undefined) ? { status } : oneOf(wrong ?? value, labels(LockStatus.rows))
    },
    facilityID: (value) => {
      const facilityID = idIn(FacilityId, value)
      return facilityID === null ? "a facility ID" : { facilityID }
    },
    color: (value) => {
      const color = LockColor.parse(value) ?? LockColor.ids.find((id) => String(id) === value)
      return color === undefined ? oneOf(value, labels(LockColor.rows)) : { color }
    },
    updatedBy: (updatedBy) => ({ updatedBy }),
    inventory: (value) =>
      value === "true" ? { inventory: true } : value === "false" ? { inventory: false } : "true or false"
  })
)

const keyAliases: ReadonlyMap<string, string> = new Map([
  ["secondaryLockStatus", "status"],
  ["unitNumber", "unit"],
  ["serial", "serialCode"],
  ["key", "text"]
])

const decode = (value: string): string | null => {
  try {
    return decodeURIComponent(value)
  } catch {
    return null
  }
}

/** The database can't store NUL in a text, so a value that contains it matches nothing. */
const unmatchable = "\0"

/** Parses `filter`: 'key=value' pairs joined by ';', each value URI-encoded (001 §7). */
export const parseFilter = (text: string | undefined): Result.Result<LockCriteria, SearchRefused> => {
  let criteria: LockCriteria = {}
  for (const pair of (text ?? "").split(";")) {
    if (pair === "") continue
    const at = pair.indexOf("=")
    const name = at < 0 ? pair : pair.slice(0, at)
    const read = keys.get(keyAliases.get(name) ?? name)
    if (at < 0 || read === undefined) return refuse(pair, `key=value, the key ${oneOf(name, [...keys.keys()])}`)
    const value = decode(pair.slice(at + 1))
    if (value === null || value.includes(unmatchable)) return refuse(pair, "a URI-encoded value")
    const part = read(value.trim())
    if (typeof part === "string") return refuse(`${name}=${value}`, part)
    criteria = { ...criteria, ...part }
  }
  return Result.succeed(criteria)
}

const withStatus: ReadonlyArray<keyof LockCriteria | SortField> = [
  "status",
  "secondaryLockStatus",
  "updatedBy",
  "updatedOn"
]

/** Why a search is refused that filters or sorts by a field the user can't see (the result would reveal it), or null. */
export const searchRefusal = (user: LoggedInUser, criteria: LockCriteria, sort: LockSort): SearchNotShown | null => {
  const part = withStatus.find((name) => name in criteria || name === sort.field)
  return part === undefined || seesStatus(user) ? null : new SearchNotShown({ data: { part } })
}
