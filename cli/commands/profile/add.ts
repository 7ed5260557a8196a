import { Effect, Schema } from "effect"
import type { Call } from "#cli/Call.ts"
import { checkedValue } from "#cli/commands/config/checkedValue.ts"
import { type LocalCommand, type Verb } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { hostOf } from "#cli/local/connection.ts"
import { changeSettings } from "#cli/local/Settings.ts"
import { Failure } from "#cli/output/Failure.ts"
import { profileField } from "./profileField.ts"

const command = {
  id: "profile.add",
  title: "Add a server profile",
  section: "Terminal",
  keywords: ["host", "connection"],
  input: {
    name: profileField,
    host: {
      schema: Schema.String,
      label: "Host",
      description: "The address of the server: https://console.example.com"
    },
    company: {
      schema: Schema.String,
      label: "Company",
      description: "The company to act for with this profile, by name or id; for site-level roles",
      optional: true
    }
  },
  risk: "changes",
  terminal: {
    path: ["profile", "add"],
    examples: [
      "lockdesk profile add work --host https://console.example.com",
      "lockdesk profile add maple --host https://console.example.com --company 'Maple Self Storage'"
    ]
  }
} as const satisfies LocalCommand

/**
 * Adds a profile; adding the same one again changes nothing. Its company is looked up on its server and stored by ID, because
 * `--host` is also the server of the calls.
 */
export const verb: Verb = {
  command,
  offline: true,
  run: Effect.fnUntraced(function* (call: Call) {
    const { name, host: typed, company } = yield* readInput(call, command.input)
    const host = yield* Effect.try({ try: () => hostOf(typed), catch: (cause) => cause })
    const known = call.settings.profiles?.[name]
    if (known?.host === host && [known.company, known.companyName].includes(company)) {
      call.terminal.talk(`Profile ${name} already exists. Nothing to do.`)
      return exitCodes.done
    }
    if (known !== undefined) {
      return yield* Effect.fail(
        new Failure({
          code: "ProfileExists",
          message: `There is already a profile '${name}', for ${known.host}.`,
          next: `Choose another name, change it with lockdesk config set --profile ${name}, or remove it first: lockdesk profile rm ${name}`,
          exit: exitCodes.conflict,
          field: "name"
        })
      )
    }
    const checked = company === undefined || company === "" ? null : yield* checkedValue("company", company, call)
    const note = checked?.unchecked == null ? "" : ` Its company was not checked. ${checked.unchecked}`
    if (call.flags.dryRun === true) {
      call.terminal.talk(`Dry run: would add profile ${name} for ${host}.${note}`)
      return exitCodes.done
    }
    yield* Effect.tryPromise({
      try: () =>
        changeSettings(call.environment.folder, (settings) => ({
          ...settings,
          profiles: {
            ...settings.profiles,
            [name]: {
              host,
              ...(checked === null ? {} : { company: checked.value }),
              ...(checked?.name === undefined ? {} : { companyName: checked.name })
            }
          }
        })),
      catch: (cause) => cause
    })
    call.terminal.talk(
      `Added profile ${name} for ${host}. Use it with: lockdesk profile use ${name}${note === "" ? "" : `.${note}`}`
    )
    return exitCodes.done
  })
}
