import { withClient } from "#core/api/ApiClient.ts"
import { Schema } from "effect"
import { command } from "./Command.ts"
import { textField } from "./fields.ts"

export const signIn = command({
  id: "auth.login",
  title: "Sign in",
  section: "Session",
  keywords: ["log in", "login"],
  input: {
    email: textField({ label: "E-mail", description: "The e-mail you sign in with" }),
    password: textField({
      label: "Password",
      description: "Asked for, never taken from the command line",
      asked: "hidden"
    }),
    client: {
      schema: Schema.Literals(["web", "terminal"]),
      label: "Client",
      description: "What signs in",
      optional: true,
      asked: "never"
    }
  },
  subject: "none",
  scope: "anywhere",
  risk: "changes",
  touches: ["session"],
  terminal: {
    path: ["auth", "login"],
    examples: [
      "lockdesk auth login --email mia@example.com",
      "lockdesk auth login --email mia@example.com < password.txt"
    ]
  },
  does: {
    call: "auth.login",
    run: (payload) => withClient((client) => client.auth.login({ payload }))
  }
})

export const signOut = command({
  id: "auth.logout",
  title: "Sign out",
  section: "Session",
  keywords: ["log out", "logout"],
  input: {},
  subject: "none",
  scope: "anywhere",
  risk: "changes",
  touches: ["session"],
  terminal: { path: ["auth", "logout"], examples: ["lockdesk auth logout"] },
  does: { call: "auth.logout", run: () => withClient((client) => client.auth.logout()) }
})

export const whoAmI = command({
  id: "auth.whoami",
  title: "Show who is signed in",
  section: "Session",
  keywords: ["user", "profile", "permissions"],
  input: {},
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  terminal: { path: ["whoami"], examples: ["lockdesk whoami", "lockdesk whoami --json"] },
  does: { call: "auth.user", run: () => withClient((client) => client.auth.user({ query: {} })) }
})

export const sessionCommands = [signIn, signOut, whoAmI] as const
