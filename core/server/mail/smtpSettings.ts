import { readFileSync } from "node:fs"
import { isIP } from "node:net"
import { Redacted, Result, Schema } from "effect"

/** The configured mail provider can't be used. The message is for the operator and contains no password. */
export class MailSettingsRefused extends Schema.TaggedError<MailSettingsRefused>()("MailSettingsRefused", {
  reason: Schema.String
}) {
  override get message(): string {
    return `The mail settings are not valid: ${this.reason}`
  }
}

/** Times of the queue in milliseconds, and the maximum number of attempts. */
export interface MailTimes {
  /** How long a sender waits for the provider's response. */
  readonly patience: number
  /** The timeout of an attempt, and the lease of a message: longer than an attempt. */
  readonly attempt: number
  readonly lease: number
  /** How often to look for due messages. */
  readonly every: number
  /** The delay after the first attempt; it doubles each time, up to the longest. */
  readonly firstWait: number
  readonly longestWait: number
  readonly attempts: number
}

/** Ten attempts in a little over two hours. */
export const defaultMailTimes: MailTimes = {
  patience: 10_000,
  attempt: 30_000,
  lease: 120_000,
  every: 15_000,
  firstWait: 15_000,
  longestWait: 3_600_000,
  attempts: 10
}

/** The configuration of a mail provider. */
export interface SmtpOptions {
  /** `smtp://` (STARTTLS) or `smtps://` with user, password, host and port; `?ca=FILE` trusts a certificate authority. */
  readonly url: Redacted.Redacted
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
  readonly times?: Partial<MailTimes>
}

/** A validated mail provider. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  /** `whole`: TLS from the first byte. `upgrade`: STARTTLS is required. `none`: this machine only. */
  readonly tls: "whole" | "upgrade" | "none"
  readonly ca: string | null
  readonly user: string | null
  readonly password: Redacted.Redacted
  readonly from: string
  /** The domain of `from`, used in message ids. */
  readonly domain: string
  readonly times: MailTimes
}

const schemes: Readonly<Record<string, { readonly whole: boolean; readonly port: number }>> = {
  "smtp:": { whole: false, port: 587 },
  "smtps:": { whole: true, port: 465 }
}

const refuse = (reason: string) => Result.fail(new MailSettingsRefused({ reason }))

/** Whether traffic to a host stays on this machine. */
const isThisMachine = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."))

const parse = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/** A part of a URL, or null if a percent sign in it encodes nothing. */
const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The domain of `a@b.example` or `Name <a@b.example>`; null for anything else. */
const domainOf = (from: string): string | null =>
  /^(?:[^<>\r\n]*<[^<>@\s]+@([^<>@\s]+)>|[^<>@\s]+@([^<>@\s]+))$/.exec(from.trim())?.slice(1).find(Boolean) ?? null

const readCa = (file: string | null): Result.Result<string | null, MailSettingsRefused> => {
  if (file === null) return Result.succeed(null)
  try {
    return Result.succeed(readFileSync(file, "utf8"))
  } catch (error) {
    return refuse(
      `the certificate file ${file} cannot be read (${error instanceof Error ? error.message : "unknown"}).`
    )
  }
}

/**
 * Validates the configuration of a mail provider. Passwords and messages are sent in plain text only to this machine:
 * everywhere else TLS with a valid certificate is required.
 */
export const readSmtp = ({ url, from, times }: SmtpOptions): Result.Result<SmtpSettings, MailSettingsRefused> => {
  const address = parse(Redacted.value(url))
  const scheme = schemes[address?.protocol ?? ""]
  const user = decoded(address?.username ?? "")
  const password = decoded(address?.password ?? "")
  if (address === null || scheme === undefined || address.hostname === "" || user === null || password === null) {
    return refuse(
      "LOCKDESK_SMTP_URL must be smtp://USER:PASSWORD@HOST:PORT or smtps://USER:PASSWORD@HOST:PORT, with characters " +
        "such as @, / and % of the user and password percent-encoded (%40, %2F and %25)."
    )
  }
  const unknown = [...address.searchParams.keys()].find((name) => name !== "ca" && name !== "tls")
  if (unknown !== undefined)
    return refuse(`LOCKDESK_SMTP_URL has '${unknown}', which is not known; there are ca and tls.`)
  const wants = address.searchParams.get("tls")
  if (wants !== null && wants !== "required") return refuse("'tls' of LOCKDESK_SMTP_URL can only be 'required'.")
  const domain = domainOf(from)
  if (domain === null) {
    return refuse("LOCKDESK_MAIL_FROM must be an email address, such as 'Lockdesk <no-reply@example.com>'.")
  }
  const host = address.hostname.replaceAll(/^\[|\]$/g, "")
  const plain = isThisMachine(host) && wants === null
  return Result.map(readCa(address.searchParams.get("ca")), (ca) => ({
    host,
    port: address.port === "" ? scheme.port : Number(address.port),
    tls: scheme.whole ? "whole" : plain ? "none" : "upgrade",
    ca,
    user: user === "" ? null : user,
    password: Redacted.make(password),
    from: from.trim(),
    domain,
    times: { ...defaultMailTimes, ...times }
  }))
}
