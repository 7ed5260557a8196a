import type { TeamUser } from "#core/team/TeamUser.ts"
import type { NewUser } from "#core/team/UserForm.ts"
import { userIssues } from "#core/team/userRules.ts"

/** What the form holds, as it is typed. */
export interface UserValues {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** 0 while none is chosen (002 §5). */
  readonly roleID: number
  /** What the toggle holds (002 §4). */
  readonly status: "true" | "false"
  readonly facilityAllIDs: boolean
  readonly facilityIDs: ReadonlyArray<number>
}

/** What is wrong, by the name of its field; a field that is right is absent. */
export type UserFormIssues = Readonly<Record<string, string>>

/** The form of a user who is not there yet. `all`: they may have all facilities, which an admin of some can't give. */
export const newValues = (all: boolean): UserValues => ({
  firstName: "",
  lastName: "",
  email: "",
  roleID: 0,
  status: "true",
  facilityAllIDs: all,
  facilityIDs: []
})

/** The form of a user as they are. */
export const valuesOf = ({ firstName, lastName, email, roleID, status, facilityIDs }: TeamUser): UserValues => ({
  firstName,
  lastName,
  email,
  roleID,
  status: status ? "true" : "false",
  facilityAllIDs: facilityIDs.length === 0,
  facilityIDs
})

/** What is sent: the toggle as the boolean it stands for, no facilities where all are meant (002 §7). */
export const payloadOf = (values: UserValues, companyId: number) => {
  const { firstName, lastName, email, roleID, status, facilityAllIDs, facilityIDs } = values
  return {
    firstName,
    lastName,
    email,
    roleID,
    isActive: status === "true",
    facilityAllIDs,
    facilityIDs: facilityAllIDs ? [] : facilityIDs,
    roleName: "",
    companyId
  } satisfies NewUser
}

/** What is wrong with the form, by field. */
export const issuesOf = (values: UserValues): UserFormIssues =>
  Object.fromEntries(
    userIssues({ ...values, isActive: values.status === "true" }, values.facilityAllIDs).map(({ path, message }) => [
      path,
      message
    ])
  )

/** Whether two forms hold the same; facilities below the switch count only while it is off. */
export const isSame = (one: UserValues, other: UserValues): boolean =>
  JSON.stringify(payloadOf(one, 0)) === JSON.stringify(payloadOf(other, 0))
