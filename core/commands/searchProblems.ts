import { Role } from "#core/auth/roles.ts"
import { filterStrength, filterText } from "#core/base/search/filterText.ts"
import type { FilterKey, Parsed } from "#core/base/search/searchQuery.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { didYouMean } from "#core/base/didYouMean.ts"
import { lockWords } from "#core/locks/lockWords.ts"

/** The allowed values of filters that have a fixed list. */
const allowed: Readonly<Partial<Record<FilterKey, ReadonlyArray<string>>>> = {
  status: LockStatus.rows.map(({ label }) => label),
  color: LockColor.rows.map(({ label }) => label),
  fms: Fms.rows.map(({ label }) => label),
  role: Role.rows.map(({ label }) => label),
  is: [...lockWords, "active", "inactive"]
}

/**
 * `status: available, lost, returned-to-dropbox, ...`: each value in a form that can be typed after the colon without
 * quotes.
 */
const allowedWords = (key: FilterKey, values: ReadonlyArray<string>): string =>
  `${key}: ${values.map((value) => value.toLowerCase().replaceAll(/[\s/]+/g, "-")).join(", ")}`

const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(allowed, key)

/** The problems of a search query, as sentences. A filter with a missing or invalid value lists the valid ones. */
export const searchProblems = (query: Parsed): ReadonlyArray<string> => [
  ...query.problems.map(({ kind, message }) => {
    const key = /^(\w+) has no value yet/.exec(message)?.[1] ?? ""
    const values = kind === "empty" && isFilterKey(key) ? allowed[key] : undefined
    return values === undefined ? message : `${message} ${allowedWords(key as FilterKey, values)}`
  }),
  ...query.filters.flatMap(({ key, value }) => {
    const values = allowed[key]
    const text = filterText(value, key === "is")
    // Scripts may use the numeric code of a status or color.
    if (values === undefined || /^-?\d+$/.test(value) || values.some((each) => filterStrength(text, each) > 0))
      return []
    return [`There is no ${key} '${value}'.${didYouMean(value, values)} ${allowedWords(key, values)}`]
  }),
  // A digit too many, or two scans without Enter between them.
  ...query.terms.flatMap(({ text }) =>
    /^\d{9,}$/.test(text) ? [`A serial code has 8 digits, not ${text.length}.`] : []
  )
]

/**
 * Why a query can't be searched, as a sentence; undefined if it can. With a wrong filter, or with nothing but an incomplete
 * part, every row would be unrelated to what was typed.
 */
export const fatalProblem = (query: Parsed): string | undefined => {
  const { terms, filters, arguments: values, problems } = query
  const isEmpty = terms.length + filters.length + values.length === 0
  const fatal = problems.filter(({ kind }) => isEmpty || kind.startsWith("unknown"))
  return searchProblems({ ...query, terms: [], problems: fatal })[0]
}
