import { closest } from "#core/base/closest.ts"
import { wrongChoice } from "#core/commands/wrongChoice.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { defaultHost, hostOf } from "./connection.ts"
import type { Settings } from "./Settings.ts"

/** One thing that `lockdesk config` keeps. `profile` is the name of the profile in use, where it belongs to one. */
export interface SettingKey {
  readonly name: string
  readonly description: string
  readonly choices: ReadonlyArray<string>
  readonly read: (settings: Settings, profile: string) => string | null
  /** The settings with the value in them; an empty one goes back to the default. Throws when it is no value for it. */
  readonly write: (settings: Settings, profile: string, value: string) => Settings
}

/** Everything that `lockdesk config` keeps. */
export const settingKeys: ReadonlyArray<SettingKey> = [
  {
    name: "host",
    description: "Server of the current profile",
    choices: [],
    read: (settings, profile) => settings.profiles?.[profile]?.host ?? null,
    write: (settings, profile, value) => {
      const { host: _, ...kept } = settings.profiles?.[profile] ?? { host: "" }
      return withProfile(settings, profile, { ...kept, host: value === "" ? defaultHost : hostOf(value) })
    }
  },
  {
    name: "facility",
    description: "Default for --facility in the current profile",
    choices: [],
    read: (settings, profile) => settings.profiles?.[profile]?.facility ?? null,
    write: (settings, profile, value) => {
      const { facility: _, ...kept } = settings.profiles?.[profile] ?? { host: defaultHost }
      return withProfile(settings, profile, value === "" ? kept : { ...kept, facility: value })
    }
  },
  {
    name: "company",
    description: "Default for --company in the current profile; site-level roles only",
    choices: [],
    read: (settings, profile) => settings.profiles?.[profile]?.company ?? null,
    write: (settings, profile, value) => {
      const { company: _, ...kept } = settings.profiles?.[profile] ?? { host: defaultHost }
      return withProfile(settings, profile, value === "" ? kept : { ...kept, company: value })
    }
  },
  {
    name: "color",
    description: "Color in the terminal",
    choices: ["auto", "never"],
    read: (settings) => settings.color ?? null,
    write: (settings, _profile, value) => {
      const { color: _, ...others } = settings
      if (value === "") return others
      if (value !== "auto" && value !== "never") {
        const { error, next } = wrongChoice("Color", value, ["auto", "never"])
        throw usageFailure(error, next, { code: "InvalidInput", field: "value" })
      }
      return { ...others, color: value }
    }
  }
]

const withProfile = (
  settings: Settings,
  name: string,
  profile: NonNullable<Settings["profiles"]>[string]
): Settings => ({
  ...settings,
  profiles: { ...settings.profiles, [name]: profile }
})

/** The key of a name. Throws, naming the nearest, when there is none. */
export const settingKey = (name: string): SettingKey => {
  const key = settingKeys.find((each) => each.name === name)
  if (key !== undefined) return key
  const near = closest(
    name,
    settingKeys.map((each) => each.name)
  )
  throw new Failure({
    code: "NoSuchSetting",
    message: `There is no setting '${name}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
    next: "See lockdesk config ls.",
    exit: exitCodes.notFound,
    field: "key"
  })
}
