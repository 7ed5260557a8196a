import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { command } from "./Command.ts"
import { textField } from "./fields.ts"

export const signIn = command({
  id: "auth.login",
  title: "Sign in",
  section: "Session",
  keywords: ["log in", "login"],
  input: {
    email: textField({ label: "Email", description: "The email you sign in with" }),
    password: textField({
      label: "Password",
      description: "Prompted, never taken from the command line",
      asked: "hidden"
    }),
    rememberMe: {
      schema: Schema.Boolean,
      label: "Remember me",
      description: "Stay signed in when the browser is closed",
      optional: true,
      asked: "never"
    },
    client: {
      schema: Schema.Literals(["web", "terminal"]),
      label: "Client",
      description: "What signs in",
      optional: true,
      asked: "never"
    }
  },
  risk: "changes",
  touches: ["session"],
  terminal: {
    path: ["auth", "login"],
    examples: [
      "lockdesk auth login --email admin@maple.example.com",
      "lockdesk auth login --email admin@maple.example.com < password.txt"
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
  risk: "reads",
  terminal: { path: ["whoami"], examples: ["lockdesk whoami", "lockdesk whoami --json"] },
  does: { call: "auth.user", run: () => withClient((client) => client.auth.user({ query: {} })) }
})

/** The response is the same whether or not a user has this email. */
export const forgotPassword = command({
  id: "password.forgot",
  title: "Send a reset link",
  section: "Session",
  keywords: ["forgot password"],
  input: {
    email: textField({ label: "Email", description: "The email you sign in with" }),
    resetLink: textField({ label: "Reset link", description: "The page the link opens", asked: "never" })
  },
  risk: "changes",
  does: {
    call: "auth.forgotPassword",
    run: ({ email, resetLink }) =>
      withClient((client) => client.auth.forgotPassword({ query: { resetLink }, payload: { email } }))
  }
})

export const setPassword = command({
  id: "password.set",
  title: "Set a password from a reset link",
  section: "Session",
  keywords: ["new password"],
  input: {
    uid: textField({ label: "Link", description: "The uid from the emailed link", asked: "never" }),
    password: textField({ label: "New password", description: "6 to 40 characters", asked: "hidden" })
  },
  risk: "changes",
  touches: ["session"],
  does: {
    call: "auth.updatePasswordWithToken",
    run: (payload) => withClient((client) => client.auth.updatePasswordWithToken({ payload }))
  }
})

export const sessionCommands = [signIn, signOut, whoAmI, forgotPassword, setPassword] as const
