import { Schema } from "effect"

const matching = (pattern: RegExp, expected: string) =>
  Schema.String.check(Schema.isPattern(pattern, { message: expected }))

/** An http or https URL; empty turns its feature off. */
const WebUrl = matching(/^(https?:\/\/\S+)?$/i, "Expected an http or https URL, or an empty text.")
const UrlPrefixes = Schema.Array(matching(/^https?:\/\/\S+$/i, "Expected an http or https URL."))

/**
 * What an installation can set in the console's page, in the file of `lockdesk serve --page-settings`. The page keeps each one in
 * a `<meta>` of its head (web/index.html); missing ones stay as built.
 */
export const PageSettings = Schema.Struct({
  /** Text of the banner above the sign-in, next to the Store link. */
  banner: Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(200, { message: "Expected at most 200 characters." }))
  ),
  /** Where companies on the old web app tier are sent with a uid (000 §2). */
  oldWebApp: Schema.optionalKey(WebUrl),
  /** Where error reports go. */
  feedback: Schema.optionalKey(
    matching(/^((https?:\/\/|mailto:)\S+)?$/i, "Expected a URL with https: or mailto:, or an empty text.")
  ),
  /** Where to book a call about another plan (002 §1). Without one, it opens a support ticket. */
  scheduling: Schema.optionalKey(WebUrl),
  /** Help page for setting a Sitelink password to Never Expire (001 §8). */
  sitelinkHelp: Schema.optionalKey(WebUrl),
  /** A video about subdomains next to the upgrade prompt, on any server or as a file on this one (002 §2). */
  subdomainsVideo: Schema.optionalKey(
    matching(
      /^(https?:\/\/\S+|\/(?!\/)\S*)?$/i,
      "Expected an http or https URL, a path that starts with /, or an empty text."
    )
  ),
  /** URL prefixes of the codes on locks (DECISIONS: the lock link prefix is configuration). */
  lockLinks: Schema.optionalKey(UrlPrefixes),
  /** URL prefixes of the codes on other products that the scanner may open. */
  productLinks: Schema.optionalKey(UrlPrefixes)
})
export type PageSettings = typeof PageSettings.Type

/** The name of a setting's `<meta>`: `lockdesk-old-web-app` for `oldWebApp`. */
export const metaName = (setting: string): string =>
  `lockdesk-${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
