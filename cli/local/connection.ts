import { isThisMachine, loopbackAddress } from "#core/base/loopback.ts"
import { shellWord } from "#core/base/shellWord.ts"
import { closest } from "#core/base/closest.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import type { Environment } from "./environment.ts"
import { type Profile, type Settings, settingsFile } from "./Settings.ts"
import { readTokens } from "./Tokens.ts"

/** The profile that always exists. */
export const defaultProfile = "default"
/** The default port of `lockdesk serve`. */
export const defaultPort = 4400
export const defaultHost = loopbackAddress(defaultPort)

/** The server a command talks to, and for which company and facility. */
export interface Target {
  readonly profile: string
  readonly host: string
  /** The profile's facility, if it has one. */
  readonly facility: string | null
  /** The company to act for, as typed; null is the user's own. */
  readonly company: string | null
  /** Where that company was set; null if it was not. */
  readonly companyFrom: "flag" | "environment" | "setting" | null
}

/** The active profile and host: flags first, then the environment, the settings, the defaults. */
export const targetOf = (flags: GlobalValues, environment: Environment, settings: Settings): Target => {
  const profiles = settings.profiles ?? {}
  const name = flags.profile ?? environment.profile ?? settings.profile ?? defaultProfile
  const profile = profiles[name]
  if (profile === undefined && name !== defaultProfile) throw noSuchProfile(name, Object.keys(profiles))
  const given = flags.host ?? environment.host
  const wrong = given == null && profile !== undefined ? wrongHost(name, profile, environment.folder) : null
  if (wrong !== null) throw wrong
  const host = given ?? profile?.host ?? defaultHost
  const company = flags.company ?? environment.company ?? profile?.company ?? null
  const companyFrom =
    flags.company !== undefined
      ? "flag"
      : environment.company !== null
        ? "environment"
        : profile?.company !== undefined
          ? "setting"
          : null
  return { profile: name, host: hostOf(host), facility: profile?.facility ?? null, company, companyFrom }
}

/** No profile has this name. */
export const noSuchProfile = (name: string, names: ReadonlyArray<string>): Failure => {
  const near = closest(name, names)
  return new Failure({
    code: "NoSuchProfile",
    message: `There is no profile '${name}'.${near === undefined ? "" : ` Did you mean '${near}'?`}`,
    next: `See lockdesk profile ls, or add it with: lockdesk profile add ${name} --host URL`,
    exit: exitCodes.notFound,
    field: "profile"
  })
}

/** A host typed without a scheme: http only for this machine, where nothing crosses a network. */
const withScheme = (text: string): string => {
  const http = `http://${text}`
  return URL.canParse(http) && isThisMachine(new URL(http).hostname) ? http : `https://${text}`
}

/** A typed host as a URL, or null. */
const hostUrl = (text: string): URL | null => {
  const full = text.includes("://") ? text : withScheme(text)
  const url = URL.canParse(full) ? new URL(full) : null
  const isValid = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ""
  return isValid && url.username === "" && url.password === "" ? url : null
}

/** Why the stored host of a profile can't be used, or null. */
export const wrongHost = (name: string, { host }: Profile, folder: string): Failure | null =>
  hostUrl(host) !== null
    ? null
    : new Failure({
        code: "SettingsUnreadable",
        message: `The host of profile ${name} is not a URL: '${host}'.`,
        next: `Correct it in ${settingsFile(folder)}, or remove the profile with: lockdesk profile rm ${shellWord(name)}`,
        exit: exitCodes.failed
      })

/**
 * A typed host as a URL without a final slash: `console.example.com` is https, a name of this machine http. Keeps a path, where
 * a proxy serves Lockdesk below one. Throws if it is not an http or https address, or contains a user name and password.
 */
export const hostOf = (text: string): string => {
  const url = hostUrl(text)
  if (url === null) {
    throw usageFailure("Invalid host URL.", "Give it like https://console.example.com", {
      code: "InvalidInput",
      field: "host"
    })
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

/** The source of a token: the environment before the file. A stored token is sent only to the host that issued it. */
export type TokenSource =
  | { readonly from: "environment"; readonly token: string }
  | { readonly from: "file"; readonly token: string; readonly email: string }
  | { readonly from: "nowhere"; readonly otherHost?: string }

/** The token for a target. Throws if LOCKDESK_TOKEN can't be one: a header can't contain it. */
export const tokenFor = (target: Target, environment: Environment): TokenSource => {
  if (environment.token !== null && !/^[!-~]+$/.test(environment.token)) {
    throw usageFailure(
      "LOCKDESK_TOKEN contains spaces, line breaks or other characters that no token has.",
      "Set it to the secret of an API key, or to what lockdesk auth token prints.",
      { code: "InvalidInput", field: "LOCKDESK_TOKEN" }
    )
  }
  if (environment.token !== null) return { from: "environment", token: environment.token }
  const kept = readTokens(environment.folder)[target.profile]
  if (kept === undefined) return { from: "nowhere" }
  return kept.host === target.host
    ? { from: "file", token: kept.token, email: kept.email }
    : { from: "nowhere", otherHost: kept.host }
}
