import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { NameChangedMeanwhile } from "#core/account/AccountErrors.ts"
import { type AccountName, isSameName } from "#core/account/accountRules.ts"
import { nameText } from "#core/base/nameText.ts"
import { command } from "./Command.ts"
import { textField } from "./fields.ts"
import { view } from "./view.ts"

export const showAccount = command({
  id: "account.show",
  title: "Show your account",
  section: "Session",
  keywords: ["profile", "plan", "company"],
  input: {},
  risk: "reads",
  terminal: { path: ["account", "show"], examples: ["lockdesk account show"] },
  does: { call: "auth.user", run: () => withClient((client) => client.auth.user({ query: {} })) }
})

/** Changes the user's own name. With `was`, it is refused if a part that it changes was changed since. */
export const changeName = (name: AccountName, was?: AccountName) =>
  withClient((client) => client.account.updateName({ payload: { ...name, ...(was === undefined ? {} : { was }) } }))

/** Changes the name if it is still the one the user saw (`was`), or is the new one already. */
const changeNameWhile = (name: AccountName, was: string) =>
  Effect.gen(function* () {
    const { data } = yield* withClient((client) => client.auth.user({ query: {} }))
    const isSeen = nameText(`${data.firstName} ${data.lastName}`) === nameText(was)
    if (!isSeen && !isSameName(name, data)) {
      return yield* new NameChangedMeanwhile({ data: { fields: ["firstName", "lastName"] } })
    }
    return yield* changeName(name, { firstName: data.firstName, lastName: data.lastName })
  })

export const updateName = command({
  id: "account.name",
  title: "Update Name",
  section: "Session",
  keywords: ["profile", "first name", "last name"],
  input: {
    firstName: textField({ label: "First name", description: "Your first name" }),
    lastName: textField({ label: "Last name", description: "Your last name" }),
    was: textField({
      label: "Was",
      description: "Change it only if this is still your name",
      optional: true
    })
  },
  risk: "changes",
  touches: ["users", "audit"],
  terminal: {
    path: ["account", "name"],
    examples: [
      "lockdesk account name --first-name Ada --last-name Marsh",
      "lockdesk account name --first-name Ada --last-name Marsh --was 'Ada Maplethorn'"
    ]
  },
  does: {
    call: "account.updateName",
    run: ({ was, ...name }) => (was === undefined ? changeName(name) : changeNameWhile(name, was))
  }
})

/** A person may have to type the email twice; a script does not. */
export const updateEmail = command({
  id: "account.email",
  title: "Change Email",
  section: "Session",
  keywords: ["profile", "address"],
  input: {
    email: textField({ label: "New email", description: "The email to sign in with", positional: true }),
    confirmEmail: textField({
      label: "Confirm new email",
      description: "The same again",
      optional: true,
      asked: "never"
    })
  },
  risk: "changes",
  touches: ["users", "audit"],
  terminal: {
    path: ["account", "email"],
    examples: ["lockdesk account email ada@harbor.example.com < password.txt"]
  },
  does: {
    call: "account.updateEmail",
    run: ({ email, confirmEmail = email }) =>
      withClient((client) => client.account.updateEmail({ payload: { email, confirmEmail } }))
  }
})

export const updatePassword = command({
  id: "account.password",
  title: "Change Password",
  section: "Session",
  keywords: ["profile", "security"],
  input: {
    password: textField({ label: "New password", description: "6 to 40 characters", asked: "hidden" }),
    confirmPassword: textField({
      label: "Confirm new password",
      description: "The same again",
      optional: true,
      asked: "never"
    })
  },
  risk: "changes",
  touches: ["audit"],
  terminal: { path: ["account", "password"], examples: ["lockdesk account password < passwords.txt"] },
  does: {
    call: "account.updatePassword",
    run: ({ password, confirmPassword = password }) =>
      withClient((client) => client.account.updatePassword({ payload: { password, confirmPassword } }))
  }
})

/** Signs in again with the password of this session; the response has the session's new token. */
export const reauthenticate = (email: string, password: string) =>
  withClient((client) => client.auth.login({ payload: { email, password, isAuth: true } }))

/** Confirms a new email by the id in its link. */
export const confirmEmail = (uid: string) => withClient((client) => client.account.confirmEmail({ payload: { uid } }))

export const accountCommands = [
  showAccount,
  updateName,
  updateEmail,
  updatePassword,
  view({ id: "account.takeTheirs", title: "Load latest version", section: "Session", keywords: ["conflict"] }),
  view({ id: "account.continue", title: "Continue", section: "Session", keywords: ["confirm", "password"] }),
  view({ id: "account.copyCompany", title: "Copy the company name", section: "Session", keywords: ["clipboard"] })
] as const
