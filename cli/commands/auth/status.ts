import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { currentUser } from "#cli/session.ts"
import { tokenFor } from "#cli/local/connection.ts"
import { Role } from "#core/auth/roles.ts"
import { SignedOut } from "#core/auth/AuthErrors.ts"
import { show, shownRecord } from "#cli/output/shown.ts"
import { signedInFacts } from "./shownSignedIn.ts"

const command: LocalCommand = {
  id: "auth.status",
  title: "Show where you are signed in",
  section: "Session",
  keywords: ["session", "token"],
  input: {},
  risk: "reads",
  terminal: { path: ["auth", "status"], examples: ["lockdesk auth status", "lockdesk auth status --profile work"] }
}

/** Shows the server, the profile and whose session it is, a person's or an API key's; exit 4 if there is none. */
export const verb: Verb = {
  command,
  fields: ["profile", "host", "tokenFrom", "email", "name", "role", "company", "apiKey"],
  run: Effect.fnUntraced(function* (call: Call) {
    const target = call.target()
    const source = yield* Effect.try({ try: () => tokenFor(target, call.environment), catch: (cause) => cause })
    if (source.from === "nowhere") {
      if (source.otherHost !== undefined) {
        call.terminal.talk(`The saved session belongs to ${source.otherHost}, not to ${target.host}.`)
      }
      return yield* Effect.fail(new SignedOut())
    }
    const user = yield* currentUser
    const status = {
      profile: target.profile,
      host: target.host,
      tokenFrom: source.from,
      email: user.email,
      name: user.name,
      role: user.apiKey === undefined ? Role.label(user.roleID) : "API key",
      company: user.companyName,
      apiKey: user.apiKey ?? null
    }
    const { apiKey } = user
    const key = apiKey === undefined ? [] : yield* signedInFacts(user, call)
    return yield* show(
      call.terminal,
      shownRecord(status, [
        { heading: "Profile", text: (row) => row.profile },
        { heading: "Host", text: (row) => row.host },
        { heading: "Session", text: (row) => (row.tokenFrom === "file" ? "kept here" : "LOCKDESK_TOKEN") },
        ...(apiKey === undefined
          ? [
              { heading: "User", text: (row: typeof status) => `${row.name} (${row.email})` },
              { heading: "Role", text: (row: typeof status) => row.role },
              { heading: "Company", text: (row: typeof status) => row.company }
            ]
          : key.map(({ heading, text }) => ({ heading, text: () => text(user) })))
      ])
    )
  })
}
