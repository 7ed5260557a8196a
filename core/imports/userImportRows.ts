import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { isFormulaError } from "#core/base/formulaError.ts"
import { nameText } from "#core/base/nameText.ts"
import { wholeDigits } from "#core/base/wholeDigits.ts"
import {
  facilityList,
  facilityListForm,
  findFacility,
  isAllFacilities,
  type NamedFacility
} from "#core/facilities/findFacility.ts"
import type { NewUser } from "#core/team/UserForm.ts"
import { nameLimit, offeredRoles } from "#core/team/userRules.ts"
import type { RowIssue } from "./FacilityImport.ts"
import { splitName } from "./fullName.ts"
import type { ImportFieldName, UserFieldName } from "./importFieldNames.ts"
import { userImportFields } from "./importFields.ts"
import { cellIssue } from "./importWords.ts"

/** The user fields of a row. Empty cells are left out, and don't change an existing user. */
export interface UserRowPatch {
  readonly form: NewUser & { readonly email: string }
  /** Cells that are not a valid value of their field. */
  readonly issues: ReadonlyArray<RowIssue>
}

/** The facilities of a cell as the form sends them, or what was expected instead. */
export type FacilitiesRead = Pick<NewUser, "facilityIDs" | "facilityAllIDs"> | { readonly expected: string }

const statuses: Readonly<Record<string, boolean>> = {
  active: true,
  yes: true,
  true: true,
  "1": true,
  inactive: false,
  no: false,
  false: false,
  "0": false
}

const rolesOf = (user: LoggedInUser): string =>
  offeredRoles(user)
    .map(({ name }) => name)
    .join(", ")

/** What each user field expects, in words that follow 'expected'. Lists only roles that the user may assign. */
export const userExpectation = (user: LoggedInUser, field: UserFieldName): string => {
  switch (field) {
    case "email":
      return "an email address"
    case "firstName":
    case "lastName":
      return `a name of 1 to ${nameLimit} characters`
    case "fullName":
      return `a first and a last name of 1 to ${nameLimit} characters each`
    case "role":
      return `a role you can assign: ${rolesOf(user)}`
    case "facilities":
      return `all, or your facilities ${facilityListForm}`
    case "status":
      return "Active or Inactive"
  }
}

/** The field whose column has the value of a field: a first or last name may be part of a full name. */
const fieldInFile = (mapping: ReadonlyArray<ImportFieldName | null>, field: UserFieldName): UserFieldName => {
  if (mapping.includes(field)) return field
  const instead = userImportFields.find(({ name, insteadOf }) => mapping.includes(name) && insteadOf?.includes(field))
  return instead?.name ?? field
}

/** An issue of a field in a user's row. `expected` replaces the field's own text. */
export const userIssue = (
  user: LoggedInUser,
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  wanted: UserFieldName,
  expected?: string
): RowIssue => {
  const field = fieldInFile(mapping, wanted)
  const known = userImportFields.find(({ name }) => name === field)
  return cellIssue(
    mapping,
    cells,
    known ?? { name: field, label: field, secret: false },
    expected ?? userExpectation(user, field)
  )
}

/** The text of a field in a row, cleaned like names; empty if the field has no column. */
export const userCell = (
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  field: UserFieldName
): string => {
  const at = mapping.indexOf(field)
  return at < 0 ? "" : nameText(cells[at] ?? "")
}

/** Parses a cell of facilities: all of them (`isAllFacilities`), or a list of those the caller may assign (`facilityList`). */
export const readFacilities = (text: string, facilities: ReadonlyArray<NamedFacility>): FacilitiesRead => {
  if (text === "") return {}
  if (isAllFacilities(text)) return { facilityIDs: [], facilityAllIDs: true }
  const facilityIDs: Array<FacilityId> = []
  const names = facilityList(facilities, text)
  if (names.length === 0) return { expected: `all, or your facilities ${facilityListForm}` }
  for (const name of names) {
    const written = findFacility(facilities, name)
    // An id may be written as a number, but a facility's name comes first.
    const match = written.kind === "unknown" ? findFacility(facilities, wholeDigits(name)) : written
    // The issue shows the whole cell, so a single name needs no second mention.
    if (match.kind === "unknown") {
      const which = names.length === 1 ? "" : `; none of them is '${name}'`
      return { expected: `all, or names or ids of your facilities${which}` }
    }
    if (match.kind === "ambiguous") {
      return { expected: `whole names of facilities; '${name}' could be any of ${match.candidates.length}` }
    }
    facilityIDs.push(match.one.facilityID)
  }
  return { facilityIDs, facilityAllIDs: false }
}

/**
 * Parses the cells of a row by the column mapping. `facilitiesOf` parses a cell of facilities (`readFacilities`). The
 * form's rules check whether a new user has all required fields.
 */
export const readUserRow = (
  user: LoggedInUser,
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  facilitiesOf: (text: string) => FacilitiesRead
): UserRowPatch => {
  const cell = (field: UserFieldName): string => userCell(mapping, cells, field)
  const issues: Array<RowIssue> = []
  const wrong = (field: UserFieldName, expected?: string) =>
    issues.push(userIssue(user, mapping, cells, field, expected))
  for (const field of ["firstName", "lastName", "fullName"] as const) if (isFormulaError(cell(field))) wrong(field)
  const whole = splitName(cell("fullName"))
  if ((whole.firstName === "") !== (whole.lastName === "")) wrong("fullName")
  const names = Object.fromEntries(
    (["firstName", "lastName"] as const).flatMap((field) => {
      const name = cell(field) === "" ? whole[field] : cell(field)
      return name === "" ? [] : [[field, name]]
    })
  )
  const roleID = cell("role") === "" ? undefined : Role.parse(wholeDigits(cell("role")))
  if (cell("role") !== "" && roleID === undefined) wrong("role")
  const isActive = statuses[wholeDigits(cell("status").toLowerCase())]
  if (cell("status") !== "" && isActive === undefined) wrong("status")
  const places = facilitiesOf(cell("facilities"))
  if ("expected" in places) wrong("facilities", places.expected)
  return {
    form: {
      email: cell("email"),
      ...names,
      ...(roleID === undefined ? {} : { roleID }),
      ...(isActive === undefined ? {} : { isActive }),
      ...("expected" in places ? {} : places)
    },
    issues
  }
}

/** A row with the same email as an earlier one: it is unclear which one is right. */
export const repeatedEmail = (
  user: LoggedInUser,
  mapping: ReadonlyArray<ImportFieldName | null>,
  cells: ReadonlyArray<string>,
  earlier: number
): RowIssue => ({
  ...userIssue(user, mapping, cells, "email", "an email that appears once in the file"),
  fix: `Row ${earlier} already has this email. Remove one of them.`
})
