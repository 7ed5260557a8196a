import { Role } from "#core/auth/roles.ts"
import { nameText } from "#core/base/nameText.ts"
import { findFacility, type NamedFacility } from "#core/facilities/findFacility.ts"
import type { NewUser } from "./UserForm.ts"
import type { ImportedUser, UserColumnName, UserRowIssue } from "./UserImport.ts"

/** What a row says of a user, as the form has it, or what is wrong with it. */
export type UserRowReading =
  | { readonly kind: "form"; readonly form: NewUser & { readonly email: string } }
  | { readonly kind: "issue"; readonly issue: UserRowIssue }

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

/**
 * Reads the cells of a row. `facilities` are those that the caller may give. An empty cell says nothing, so that it changes
 * nothing of somebody who is on the team; whether enough is said of somebody new, the rules of the form say.
 */
export const readUserRow = (row: ImportedUser, facilities: ReadonlyArray<NamedFacility>): UserRowReading => {
  const cell = (name: UserColumnName): string => nameText(row[name] ?? "")
  const wrong = (column: UserColumnName, error: string, fix: string): UserRowReading => ({
    kind: "issue",
    issue: { row: row.row, column, error, fix }
  })
  const texts = Object.fromEntries(
    (["firstName", "lastName"] as const).flatMap((name) => (cell(name) === "" ? [] : [[name, cell(name)]]))
  )
  const role = Role.parse(cell("role"))
  if (cell("role") !== "" && role === undefined) {
    const names = Role.rows.map(({ label }) => label).join(", ")
    return wrong("role", `'${cell("role")}' is not a role.`, `Use one of ${names}.`)
  }
  const status = statuses[cell("status").toLowerCase()]
  if (cell("status") !== "" && status === undefined) {
    return wrong("status", `'${cell("status")}' is not a status.`, "Use Active or Inactive.")
  }
  const places = facilitiesOf(cell("facilities"), facilities)
  if ("error" in places) return wrong("facilities", places.error, places.fix)
  return {
    kind: "form",
    form: {
      email: cell("email"),
      ...texts,
      ...(role === undefined ? {} : { roleID: role }),
      ...(status === undefined ? {} : { isActive: status }),
      ...places
    }
  }
}

const facilitiesOf = (
  text: string,
  facilities: ReadonlyArray<NamedFacility>
): Pick<NewUser, "facilityIDs" | "facilityAllIDs"> | { readonly error: string; readonly fix: string } => {
  if (text === "") return {}
  if (text.toLowerCase() === "all") return { facilityIDs: [], facilityAllIDs: true }
  const facilityIDs: Array<number> = []
  for (const name of text.split(";").map(nameText)) {
    const match = findFacility(facilities, name)
    if (match.kind === "unknown") {
      return { error: `No facility of yours is called '${name}'.`, fix: "Use its name or id, with ; between several." }
    }
    if (match.kind === "ambiguous") {
      return { error: `'${name}' could be any of ${match.candidates.length} facilities.`, fix: "Use the whole name." }
    }
    facilityIDs.push(match.facility.facilityID)
  }
  return { facilityIDs, facilityAllIDs: false }
}
