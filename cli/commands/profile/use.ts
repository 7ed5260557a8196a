import { Effect } from "effect"
import type { Call } from "#cli/Call.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { defaultProfile, noSuchProfile } from "#cli/local/connection.ts"
import { changeSettings } from "#cli/local/Settings.ts"
import { knownProfileField } from "./profileField.ts"

const command = {
  id: "profile.use",
  title: "Switch to a profile",
  section: "Terminal",
  keywords: ["switch"],
  input: { name: knownProfileField },
  risk: "changes",
  terminal: { path: ["profile", "use"], examples: ["lockdesk profile use work"] }
} as const satisfies LocalCommand

/** Makes a profile the default if no flag and no variable names another. */
export const verb: Verb = {
  command,
  offline: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { name } = yield* readInput(call, command.input)
    const names = Object.keys(call.settings.profiles ?? {})
    if (!names.includes(name) && name !== defaultProfile) return yield* Effect.fail(noSuchProfile(name, names))
    if (call.flags.dryRun === true) {
      call.terminal.talk(`Dry run: would use profile ${name}.`)
      return exitCodes.done
    }
    yield* Effect.tryPromise({
      try: () => changeSettings(call.environment.folder, (settings) => ({ ...settings, profile: name })),
      catch: (cause) => cause
    })
    call.terminal.talk(`Profile ${name} is in use.`)
    if (call.environment.profile !== null) call.terminal.talk("LOCKDESK_PROFILE is set and overrides it.")
    return exitCodes.done
  })
}
