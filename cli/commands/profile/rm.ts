import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { confirm } from "#cli/input/ask.ts"
import { readInput } from "#cli/input/readInput.ts"
import { defaultProfile, noSuchProfile } from "#cli/local/connection.ts"
import { changeSettings } from "#cli/local/Settings.ts"
import { keepToken } from "#cli/local/Tokens.ts"
import { knownProfileField } from "./profileField.ts"

const command = {
  id: "profile.rm",
  title: "Remove a profile and its saved session",
  section: "Terminal",
  keywords: ["delete", "forget"],
  input: { name: knownProfileField },
  risk: "dangerous",
  terminal: { path: ["profile", "rm"], examples: ["lockdesk profile rm work", "lockdesk profile rm work --yes"] }
} as const satisfies LocalCommand

/** Deletes a profile after a confirmation, because its stored session is deleted too. */
export const verb: Verb = {
  command,
  offline: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { name } = yield* readInput(call, command.input)
    const names = Object.keys(call.settings.profiles ?? {})
    // The default profile is there without being saved, and may have a session.
    if (name !== defaultProfile && !names.includes(name)) return yield* Effect.fail(noSuchProfile(name, names))
    if (call.flags.dryRun === true) {
      call.terminal.talk(`Dry run: would remove profile ${name} and its session.`)
      return exitCodes.done
    }
    yield* Effect.tryPromise({
      try: async () => {
        const what = `Profile ${name} and its saved session will be removed.`
        await confirm(call.terminal, call.flags.yes === true, what)
        keepToken(call.environment.folder, name, null)
        await changeSettings(call.environment.folder, ({ profile, profiles, ...settings }) => {
          const { [name]: _, ...others } = profiles ?? {}
          return { ...settings, ...(profile === undefined || profile === name ? {} : { profile }), profiles: others }
        })
      },
      catch: (cause) => cause
    })
    call.terminal.talk(`Removed profile ${name}.`)
    return exitCodes.done
  })
}
