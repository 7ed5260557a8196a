import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { NewUser } from "#core/team/UserForm.ts"
import { userIssues } from "#core/team/userRules.ts"
import { errorsByField, type FieldErrors } from "#web/app/useFieldErrors.ts"

/** Values of the form as typed. */
export interface UserValues {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** 0 while none is selected (002 §5). */
  readonly roleID: number
  /** Value of the toggle (002 §4). */
  readonly status: "true" | "false"
  readonly facilityAllIDs: boolean
  readonly facilityIDs: ReadonlyArray<FacilityId>
}

/** Form values for a new user. `all`: all facilities, which an admin limited to some can't grant. */
export const newValues = (all: boolean): UserValues => ({
  firstName: "",
  lastName: "",
  email: "",
  roleID: 0,
  status: "true",
  facilityAllIDs: all,
  facilityIDs: []
})

/** Form values for a saved user. */
export const valuesOf = ({ firstName, lastName, email, roleID, status, facilityIDs }: TeamUser): UserValues => ({
  firstName,
  lastName,
  email,
  roleID,
  status: status ? "true" : "false",
  facilityAllIDs: facilityIDs.length === 0,
  facilityIDs
})

/** The request body: the toggle as a boolean, and no facility IDs if the user has all (002 §7). */
export const payloadOf = (values: UserValues, companyId: CompanyId) =>
  ({ ...fieldsOf(values), companyId }) satisfies NewUser

const fieldsOf = (values: UserValues) => {
  const { firstName, lastName, email, roleID, status, facilityAllIDs, facilityIDs } = values
  return {
    firstName,
    lastName,
    email,
    roleID,
    isActive: status === "true",
    facilityAllIDs,
    facilityIDs: facilityAllIDs ? [] : facilityIDs,
    roleName: ""
  }
}

/** Errors of the form by field. */
export const issuesOf = (values: UserValues): FieldErrors =>
  errorsByField(userIssues({ ...values, isActive: values.status === "true" }, values.facilityAllIDs))

/** Whether two sets of form values are the same. Selected facilities count only while "all" is off. */
export const isSame = (one: UserValues, other: UserValues): boolean =>
  JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other))
