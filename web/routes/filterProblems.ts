import { nameText } from "#core/base/nameText.ts"
import { dayRange } from "#web/grid/filterTest.ts"
import { pageSizes } from "#core/base/paging.ts"
import { filterableIds, type GridColumn, sortableIds } from "#web/grid/GridColumn.ts"
import { parseCount, parseSort } from "#web/grid/GridQuery.ts"

/** An address of a list. */
export interface ListAddress {
  /** Its search parameters, as written. */
  readonly written: Readonly<Record<string, unknown>>
  /** The ones its screen takes; undefined for those that are absent or invalid. */
  readonly taken: Readonly<Record<string, unknown>>
  /** Allowed values of those that have a fixed list. */
  readonly allowed: Readonly<Record<string, ReadonlyArray<string>>>
  /** Columns of its grid; null if the list isn't a grid. */
  readonly columns: ReadonlyArray<GridColumn<never>> | null
  /** Whether its `facilityID` is no facility of this user. */
  readonly facilityGone: boolean
}

/** What is wrong in an address, as sentences, and its search parameters without that. */
export interface FilterProblems {
  readonly problems: ReadonlyArray<string>
  readonly right: Readonly<Record<string, unknown>>
}

/** Parameters of a grid that are not filters. */
const ofGrid = ["filter", "sort", "page", "count"]

const sentence = (heading: string, values: ReadonlyArray<string>): string => `${heading}: ${values.join(", ")}.`

/** Why a column can't be filtered by a value, or null. */
const wrongValue = ({ id, title, kind = "text", choices = [] }: GridColumn<never>, value: string): string | null => {
  if (kind === "number" && !Number.isFinite(Number(value))) return `${id} takes a number, not ${value}.`
  if (kind === "date" && dayRange(value) === null) {
    return `${id} takes a day such as 2026-11-20, or days such as 2026-11-01..2026-11-20, not ${value}.`
  }
  if (kind !== "choice" || choices.length === 0) return null
  const unknown = value.split(",").find((each) => !choices.some((choice) => choice.value === each))
  if (unknown === undefined) return null
  const values = choices.map((choice) =>
    choice.value === choice.label ? choice.label : `${choice.value} (${choice.label})`
  )
  return `No ${title} ${unknown}. ${sentence(id, values)}`
}

const unknownFilters = (unknown: ReadonlyArray<string>, names: ReadonlyArray<string>): string =>
  `No filter named ${unknown.map((name) => nameText(name) || "''").join(" or ")}. ${names.length === 0 ? "This list has no filters." : sentence("Filters", names)}`

/** The wrong parts of a grid's `filter` parameter, and the rest of it. */
const wrongParts = (filter: string, columns: ReadonlyArray<GridColumn<never>>) => {
  const problems: Array<string> = []
  const unknown: Array<string> = []
  const right = filter.split(";").filter((part) => {
    if (part.trim() === "") return false
    const [, name = "", sign = "", value = ""] = /^([^=:]*)([=:]?)(.*)$/s.exec(part) ?? []
    const column = columns.find(({ id }) => id === name)
    if (column === undefined || column.filterable === false) {
      unknown.push(name)
      return false
    }
    const problem =
      sign === "="
        ? wrongValue(column, value)
        : `Write the filter as ${name}=${value === "" ? "VALUE" : value}, not ${part}.`
    if (problem !== null) problems.push(problem)
    return problem === null
  })
  return { problems, unknown, right: right.join(";") }
}

const sizes = [...pageSizes.map(String), "all"]

/** Why a grid can't be shown at this page, with this page size or in this order, or null. */
const wrongPlace = (name: string, value: string, columns: ReadonlyArray<GridColumn<never>>): string | null => {
  if (name === "page") return /^\d{1,8}$/.test(value) ? null : `page takes a number, not ${value}.`
  if (name === "count") {
    return value === "all" || parseCount(value) !== null ? null : `No count ${value}. ${sentence(name, sizes)}`
  }
  if (name !== "sort" || parseSort(value, sortableIds(columns)) !== null) return null
  const [column = ""] = value.split("=")
  return sortableIds(columns).has(column)
    ? `Write the order as ${column}=asc or ${column}=desc, not ${value}.`
    : `No order by ${column}. ${sentence("Columns", [...sortableIds(columns)])}`
}

/** Why a parameter can't have this value. */
const wrongParameter = (name: string, value: string, allowed: ReadonlyArray<string> | undefined): string => {
  if (name === "facilityID") return `No facility with ID ${value}.`
  if (allowed === undefined) return `${name} takes a number, not ${value}.`
  return `No ${name} ${value}. ${sentence(name, allowed)}`
}

/** The wrong filters in an address of a list. */
export const filterProblems = ({ written, taken, allowed, columns, facilityGone }: ListAddress): FilterProblems => {
  const names =
    columns === null ? Object.keys(taken).filter((name) => !ofGrid.includes(name)) : [...filterableIds(columns)]
  const problems: Array<string> = []
  const unknown: Array<string> = []
  // As entries, because a parameter may have any name, such as `__proto__` or `constructor`.
  const right: Array<readonly [name: string, value: unknown]> = []
  for (const [name, value] of Object.entries(written)) {
    const text = String(value)
    const values = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    const misplaced = columns === null || text === "" ? null : wrongPlace(name, text, columns)
    if (!Object.hasOwn(taken, name)) {
      unknown.push(name)
    } else if (
      (text !== "" && taken[name] === undefined) ||
      (name === "facilityID" && facilityGone) ||
      values?.includes(text) === false
    ) {
      problems.push(wrongParameter(name, text, values))
    } else if (misplaced !== null) {
      problems.push(misplaced)
    } else if (name === "filter") {
      const parts = wrongParts(String(taken[name]), columns ?? [])
      problems.push(...parts.problems)
      unknown.push(...parts.unknown)
      if (parts.right !== "") right.push([name, parts.right])
    } else right.push([name, value])
  }
  if (unknown.length > 0) problems.unshift(unknownFilters(unknown, names))
  // Control and direction characters of an address could make a sentence say something else.
  return { problems: problems.map(nameText), right: Object.fromEntries(right) }
}
