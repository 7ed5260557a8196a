import { closest } from "#core/base/closest.ts"
import { wrongChoice } from "#core/commands/wrongChoice.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import { defaultHost, hostOf } from "./connection.ts"
import { companyText, type Settings } from "./Settings.ts"

/** A setting of `lockdesk config`. `profile` is the active profile, for settings that belong to one. */
export interface SettingKey {
  readonly name: string
  readonly description: string
  readonly choices: ReadonlyArray<string>
  readonly read: (settings: Settings, profile: string) => string | null
  /** The value to show, if it is not the stored one. */
  readonly shown?: (settings: Settings, profile: string) => string | null
  /**
   * The settings with the new value; an empty one restores the default. `name` is that of the value's ID. Throws if it is
   * invalid.
   */
  readonly write: (settings: Settings, profile: string, value: string, name?: string) => Settings
}

/** All settings of `lockdesk config`. */
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
    shown: (settings, profile) => companyText(settings.profiles?.[profile] ?? { host: defaultHost }),
    write: (settings, profile, value, name) => {
      const { company: _, companyName: __, ...kept } = settings.profiles?.[profile] ?? { host: defaultHost }
      const named = name === undefined ? {} : { companyName: name }
      return withProfile(settings, profile, value === "" ? kept : { ...kept, company: value, ...named })
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

/** Finds a setting by name. Throws with the closest name if there is none. */
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
    next: `Use one of: ${settingKeys.map((each) => each.name).join(", ")}.`,
    exit: exitCodes.notFound,
    field: "key"
  })
}
