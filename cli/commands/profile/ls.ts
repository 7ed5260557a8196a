import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { defaultHost, defaultProfile, wrongHost } from "#cli/local/connection.ts"
import { companyText, type Profile, readSettings } from "#cli/local/Settings.ts"
import { readTokens } from "#cli/local/Tokens.ts"
import { show, shownList } from "#cli/output/shown.ts"

const command: LocalCommand = {
  id: "profile.ls",
  title: "List the profiles",
  section: "Terminal",
  keywords: ["hosts"],
  input: {},
  risk: "reads",
  terminal: { path: ["profile", "ls"], examples: ["lockdesk profile ls"] }
}

/** The profiles, which one is active, and whether a session is stored for it. */
export const verb: Verb = {
  command,
  offline: true,
  fields: ["name", "host", "company", "facility", "inUse", "email"],
  run: Effect.fnUntraced(function* (call: Call) {
    const { folder } = call.environment
    // Settings that can't be read are empty in `call`, as for a command that works without them.
    const settings = yield* Effect.try({ try: () => readSettings(folder), catch: (cause) => cause })
    const tokens = yield* Effect.try({ try: () => readTokens(folder), catch: (cause) => cause })
    const inUse = call.flags.profile ?? call.environment.profile ?? settings.profile ?? defaultProfile
    const profiles: Readonly<Record<string, Profile>> = {
      [defaultProfile]: { host: defaultHost },
      ...settings.profiles
    }
    const rows = Object.entries(profiles).map(([name, profile]) => ({
      name,
      host: profile.host,
      company: profile.company ?? null,
      facility: profile.facility ?? null,
      inUse: name === inUse,
      email: tokens[name]?.host === profile.host ? tokens[name].email : null
    }))
    for (const [name, profile] of Object.entries(profiles)) {
      const wrong = wrongHost(name, profile, folder)
      if (wrong !== null) call.terminal.talk(`${wrong.facts.message} ${wrong.facts.next}`)
    }
    return yield* show(
      call.terminal,
      shownList("profiles", rows, [
        { heading: "In use", text: (row) => (row.inUse ? "yes" : "no") },
        { heading: "Name", text: (row) => row.name },
        { heading: "Host", text: (row) => row.host },
        { heading: "Company", text: (row) => companyText(profiles[row.name] ?? { host: row.host }) ?? "" },
        { heading: "Facility", text: (row) => row.facility ?? "" },
        { heading: "Signed in as", text: (row) => row.email ?? "" }
      ])
    )
  })
}
