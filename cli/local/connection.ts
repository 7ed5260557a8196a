import { closest } from "#core/base/closest.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { Failure, usageFailure } from "#cli/output/Failure.ts"
import type { GlobalValues } from "#cli/specs/globalOptions.ts"
import type { Environment } from "./environment.ts"
import type { Settings } from "./Settings.ts"
import { readTokens } from "./Tokens.ts"

/** The profile there always is. */
export const defaultProfile = "default"
/** Where `lockdesk serve` listens unless told otherwise. */
export const defaultPort = 4400
export const defaultHost = `http://127.0.0.1:${defaultPort}`

/** Which server a command talks to, and for whom. */
export interface Target {
  readonly profile: string
  readonly host: string
  /** The facility of the profile, where it has one. */
  readonly facility: string | null
  /** The company to act for, as a person typed it; null is the user's own. */
  readonly company: string | null
  /** Where that company is named; null where none is. */
  readonly companyFrom: "flag" | "environment" | "setting" | null
}

/** The profile and host in use: a flag before the environment, that before the settings, those before the default. */
export const targetOf = (flags: GlobalValues, environment: Environment, settings: Settings): Target => {
  const profiles = settings.profiles ?? {}
  const name = flags.profile ?? environment.profile ?? settings.profile ?? defaultProfile
  const profile = profiles[name]
  if (profile === undefined && name !== defaultProfile) throw noSuchProfile(name, Object.keys(profiles))
  const host = flags.host ?? environment.host ?? profile?.host ?? defaultHost
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

const local = /^(localhost|127\.|\[::1\])/

/**
 * A host as a person types it, as an origin: `console.example.com` is https, a name of this machine http.
 * Throws when it is no http or https address, or carries a name and password.
 */
export const hostOf = (text: string): string => {
  const full = text.includes("://") ? text : `${local.test(text) ? "http" : "https"}://${text}`
  const url = URL.canParse(full) ? new URL(full) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.hostname === "" ||
    url.username !== "" ||
    url.password !== ""
  ) {
    throw usageFailure("Invalid host URL.", "Give it like https://console.example.com", {
      code: "InvalidInput",
      field: "host"
    })
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

/** Where a token comes from: the environment before the file. A kept token goes only to the host that gave it. */
export type TokenSource =
  | { readonly from: "environment"; readonly token: string }
  | { readonly from: "file"; readonly token: string; readonly email: string }
  | { readonly from: "nowhere"; readonly otherHost?: string }

/** The token for a target. */
export const tokenFor = (target: Target, environment: Environment): TokenSource => {
  if (environment.token !== null) return { from: "environment", token: environment.token }
  const kept = readTokens(environment.folder)[target.profile]
  if (kept === undefined) return { from: "nowhere" }
  return kept.host === target.host
    ? { from: "file", token: kept.token, email: kept.email }
    : { from: "nowhere", otherHost: kept.host }
}
