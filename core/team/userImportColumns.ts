import { normalHeader } from "#core/imports/normalHeader.ts"
import { type UserColumnName, userColumnNames } from "./UserImport.ts"

/** Other headers that a column goes by, besides its name; case, blanks and punctuation aside. */
const synonyms: Readonly<Record<UserColumnName, ReadonlyArray<string>>> = {
  email: ["email address", "mail", "login", "user email"],
  firstName: ["first", "given name", "forename"],
  lastName: ["last", "surname", "family name"],
  role: ["role name", "role id", "user type", "user role"],
  facilities: ["facility", "facility names", "sites", "stores", "locations"],
  status: ["active", "is active", "state", "enabled"]
}

const headersOf = (name: UserColumnName): ReadonlyArray<string> => [name, ...synonyms[name]].map(normalHeader)

/** The column that a header names, or undefined. */
const columnOf = (header: string): UserColumnName | undefined =>
  userColumnNames.find((name) => headersOf(name).includes(normalHeader(header)))

/** How many known headings a row has: what tells the header from titles above it. */
export const userHeadingScore = (cells: ReadonlyArray<string>): number =>
  cells.filter((cell) => columnOf(cell) !== undefined).length

/** What each header of a file is taken for; null for what is left out. */
export type UserMapping = ReadonlyArray<UserColumnName | null>

/** What is wrong with a `Header=column` that somebody typed. */
export type MapFault =
  | { readonly kind: "header"; readonly typed: string }
  | { readonly kind: "column"; readonly typed: string }

/** What the headers are probably, each column once, the leftmost first. */
export const proposedMapping = (headers: ReadonlyArray<string>): UserMapping => {
  const taken = new Set<UserColumnName>()
  return headers.map((header) => {
    const column = columnOf(header)
    if (column === undefined || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

/** A mapping with what somebody typed laid over it: `Header=column`, `Header=` leaves one out. */
export const chosenUserMapping = (
  headers: ReadonlyArray<string>,
  before: UserMapping,
  typed: string
): UserMapping | MapFault => {
  const mapping = [...before]
  for (const part of typed.split(",")) {
    const cut = part.lastIndexOf("=")
    const at = headers.findIndex((header) => normalHeader(header) === normalHeader(part.slice(0, Math.max(cut, 0))))
    if (cut < 0 || at < 0) return { kind: "header", typed: part.trim() }
    const wanted = part.slice(cut + 1).trim()
    const column = wanted === "" ? null : columnOf(wanted)
    if (column === undefined) return { kind: "column", typed: wanted }
    for (const [nth, each] of mapping.entries()) if (column !== null && each === column) mapping[nth] = null
    mapping[at] = column
  }
  return mapping
}
