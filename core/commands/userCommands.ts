import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { UserId } from "#core/base/ids.ts"
import { Role, type RoleId, siteLevelRoles } from "#core/auth/roles.ts"
import { facilityListForm } from "#core/facilities/findFacility.ts"
import type { ChangedTeamUser } from "#core/team/UsersApi.ts"
import { isSameUser, userBack } from "#core/team/userRules.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import { command, type InputField } from "./Command.ts"
import { facilityIdsOf, textField, typedAs } from "./fields.ts"
import { takeBackFrom } from "./takeBackFrom.ts"
import { namedDone } from "./thingDone.ts"

const userField = {
  schema: UserId,
  label: "User",
  description: "A user by email, name or id",
  positional: true,
  picks: "user"
} as const satisfies InputField<number>

const roleField = {
  schema: typedAs<RoleId>(Role.Id, Role.parse, Role.label),
  label: "Role",
  description: "A role by name or number",
  // Companies assign only their own roles; roles that act for all companies are reserved for Lockdesk.
  choices: Role.rows.filter(({ id }) => !siteLevelRoles.has(id)).map(({ label }) => label)
} as const satisfies InputField<RoleId>

const all = "all"

const facilitiesField = {
  schema: Schema.String.check(
    Schema.isPattern(/^(all|\d{1,10}(,\d{1,10})*)$/, { message: "Expected facility IDs, or all." })
  ),
  label: "Facilities",
  description: `Facilities ${facilityListForm}; all for every one`,
  optional: true,
  picks: "facilities"
} as const satisfies InputField<string>

/** The console page an invitation links to; a browser passes its own. */
const linkField = textField({
  label: "Reset link",
  description: "The page the link opens",
  optional: true,
  asked: "never"
})

/** Converts typed facilities (`all` or `3,7`) to the form's fields. Empty if nothing was typed. */
const facilitiesOf = (text: string | undefined): Pick<UserEdit, "facilityIDs" | "facilityAllIDs"> => {
  if (text === undefined) return {}
  return text === all
    ? { facilityIDs: [], facilityAllIDs: true }
    : { facilityIDs: facilityIdsOf(text), facilityAllIDs: false }
}

/** Query parameters of a call that may mail a link. */
const linked = (resetLink: string | undefined) => (resetLink === undefined ? {} : { resetLink })

/** Adds a user. */
export const createUser = (payload: NewUser, resetLink?: string) =>
  withClient((client) => client.users.add({ query: linked(resetLink), payload }))

/** Changes a user. */
export const updateUser = (payload: UserEdit, resetLink?: string) =>
  withClient((client) => client.users.update({ query: linked(resetLink), payload }))

const touches = ["users", "audit"] as const

/** The call that undoes a change of a user; null if nothing was changed. */
export const takeBackUser = ({ before, data, unchanged }: ChangedTeamUser) =>
  unchanged === true
    ? null
    : takeBackFrom({
        made: data,
        edit: (from) => updateUser(userBack(before, from)),
        list: (client) => client.users.list({ query: {} }),
        isSame: isSameUser
      })

const undone = {
  undo: "locks.undo",
  back: (_: unknown, answer: ChangedTeamUser) => takeBackUser(answer)
} as const

export const addUser = command({
  id: "users.add",
  title: "Add a user",
  section: "Team",
  keywords: ["new", "invite", "person", "staff", "colleague"],
  input: {
    email: textField({ label: "Email", description: "Their sign-in email", positional: true }),
    firstName: textField({ label: "First name", description: "Their first name" }),
    lastName: textField({ label: "Last name", description: "Their last name" }),
    role: roleField,
    facilities: facilitiesField,
    resetLink: linkField
  },
  risk: "changes",
  touches,
  terminal: {
    path: ["users", "add"],
    examples: [
      "lockdesk users add dana@maple.example.com --first-name Dana --last-name Reyes --role Personnel",
      "lockdesk users add sam@maple.example.com --first-name Sam --last-name Ito --role 7 --facilities 'Maple St'"
    ]
  },
  unchanged: "This person is already on your team with the same details. No email was sent.",
  done: namedDone("is on your team now"),
  does: {
    call: "users.add",
    run: ({ email, firstName, lastName, role, facilities, resetLink }) =>
      createUser({ email, firstName, lastName, roleID: role, isActive: true, ...facilitiesOf(facilities) }, resetLink)
  }
})

export const editUser = command({
  id: "users.edit",
  title: "Edit a user",
  section: "Team",
  keywords: ["change", "role", "facilities", "person", "staff"],
  input: {
    userID: userField,
    email: textField({ label: "Email", description: "Another email", optional: true }),
    firstName: textField({ label: "First name", description: "Another first name", optional: true }),
    lastName: textField({ label: "Last name", description: "Another last name", optional: true }),
    role: { ...roleField, optional: true },
    facilities: facilitiesField,
    resetLink: linkField
  },
  risk: "changes",
  touches,
  ...undone,
  terminal: {
    path: ["users", "edit"],
    examples: [
      "lockdesk users edit sam@maple.example.com --role Personnel",
      "lockdesk users edit sam@maple.example.com --facilities all"
    ]
  },
  done: namedDone("was changed"),
  does: {
    call: "users.update",
    run: ({ userID, role, facilities, resetLink, ...names }) =>
      updateUser(
        { userID, ...names, ...(role === undefined ? {} : { roleID: role }), ...facilitiesOf(facilities) },
        resetLink
      )
  }
})

export const activateUser = command({
  id: "users.activate",
  title: "Activate a user",
  section: "Team",
  keywords: ["enable", "reactivate"],
  input: { userID: userField },
  risk: "changes",
  touches,
  ...undone,
  unchanged: "Unchanged: already active.",
  terminal: { path: ["users", "activate"], examples: ["lockdesk users activate sam@maple.example.com"] },
  done: namedDone("is now active"),
  does: { call: "users.update", run: ({ userID }) => updateUser({ userID, isActive: true }) }
})

export const deactivateUser = command({
  id: "users.deactivate",
  title: "Deactivate a user",
  section: "Team",
  keywords: ["disable", "remove", "delete", "offboard"],
  input: { userID: userField },
  risk: "dangerous",
  touches,
  ...undone,
  unchanged: "Unchanged: already inactive.",
  terminal: {
    path: ["users", "deactivate"],
    examples: [
      "lockdesk users deactivate sam@maple.example.com",
      "lockdesk users deactivate sam@maple.example.com --yes"
    ]
  },
  done: namedDone("is now inactive"),
  does: { call: "users.update", run: ({ userID }) => updateUser({ userID, isActive: false }) }
})

export const inviteUser = command({
  id: "users.invite",
  title: "Send an invitation again",
  section: "Team",
  keywords: ["resend", "link", "first password"],
  input: { userID: userField, resetLink: linkField },
  risk: "changes",
  touches,
  terminal: { path: ["users", "invite"], examples: ["lockdesk users invite dana@maple.example.com"] },
  does: {
    call: "users.invite",
    run: ({ userID, resetLink }) =>
      withClient((client) => client.users.invite({ query: linked(resetLink), payload: { userID } }))
  }
})

export const listRoles = command({
  id: "users.roles",
  title: "List the roles you can give",
  section: "Team",
  keywords: ["permissions"],
  input: {},
  risk: "reads",
  terminal: { path: ["users", "roles"], examples: ["lockdesk users roles"] },
  does: { call: "users.roles", run: () => withClient((client) => client.users.roles({ query: {} })) }
})

export const userCommands = [addUser, editUser, activateUser, deactivateUser, inviteUser, listRoles] as const
