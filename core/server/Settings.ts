import { Context, type Redacted } from "effect"
import type { AddressProvider } from "./addresses/addressProvider.ts"
import type { PageSettings } from "#core/base/pageSettings.ts"
import { defaultReveals } from "#core/base/settingDefaults.ts"
import type { FmsSettings } from "./fms/FmsSettings.ts"
import type { WebhookTimes } from "./webhooks/WebhookTimes.ts"
import type { TrustedProxies } from "./http/trustedProxies.ts"

/** A rate limit: the number of uses per period in seconds. */
export interface Limit {
  readonly times: number
  readonly seconds: number
}

/** Rate limits of the server, each configurable (ENGINE: Security). */
export interface Limits {
  /**
   * Failed sign-ins of one email from one network, in one known browser or in one session; of one email from everywhere; of one
   * network.
   */
  readonly signInPerEmail: Limit
  readonly signInPerEmailInAll: Limit
  readonly signInPerAddress: Limit
  /** Reveal requests of one user, approved or not, and of one serial code in one company. */
  readonly revealPerUser: Limit
  /** The same per hour and per day; the company's admins are notified when one is reached. */
  readonly revealPerUserHour: Limit
  readonly revealPerUserDay: Limit
  readonly revealPerLock: Limit
  /** Uses of one-time links per IP address. */
  readonly linkPerAddress: Limit
  /** Requests for a password reset link, per email address and per IP address. */
  readonly forgottenPerEmail: Limit
  readonly forgottenPerAddress: Limit
  /** Exports and support tickets per user. */
  readonly exportPerUser: Limit
  readonly ticketPerUser: Limit
  /** Facility transfers offered per user: each sends an email to any address. */
  readonly transferPerUser: Limit
  /** Calls per API key, in each server process. */
  readonly apiKey: Limit
  /** Invitations sent and emails looked up per user: each invitation sends an email to any address. */
  readonly invitationPerUser: Limit
  /** User imports started per user: each may send an email per row. */
  readonly userImportPerUser: Limit
  readonly emailCheckPerUser: Limit
}

export const defaultLimits: Limits = {
  signInPerEmail: { times: 10, seconds: 900 },
  signInPerEmailInAll: { times: 100, seconds: 900 },
  signInPerAddress: { times: 100, seconds: 900 },
  revealPerUser: { times: 60, seconds: 60 },
  revealPerUserHour: { times: defaultReveals.perHour, seconds: 3600 },
  revealPerUserDay: { times: defaultReveals.perDay, seconds: 86_400 },
  revealPerLock: { times: 30, seconds: 600 },
  linkPerAddress: { times: 30, seconds: 900 },
  forgottenPerEmail: { times: 3, seconds: 900 },
  forgottenPerAddress: { times: 30, seconds: 900 },
  exportPerUser: { times: 60, seconds: 600 },
  ticketPerUser: { times: 20, seconds: 3600 },
  transferPerUser: { times: 20, seconds: 900 },
  apiKey: { times: 1200, seconds: 60 },
  invitationPerUser: { times: 60, seconds: 900 },
  userImportPerUser: { times: 30, seconds: 900 },
  emailCheckPerUser: { times: 60, seconds: 900 }
}

/** Settings of an installation. Everything the documents leave to configuration has a working default (DECISIONS). */
export interface ServerSettings {
  /** The folder for files beside the database: the master key, the audit witness, the folder lock. */
  readonly dataFolder: string
  /** The master key in hex (64 digits), if it comes from the environment instead of the data folder. */
  readonly masterKey: Redacted.Redacted | null
  /** The public URL without a trailing slash; used in one-time links. */
  readonly publicAddress: string
  /** The URL of the Store link. */
  readonly storeAddress: string
  /** The recipient of support tickets. */
  readonly supportAddress: string
  /** The provider of postal addresses; null uses the built-in table instead. */
  readonly addresses: AddressProvider | null
  /** The folder of the built console; it may not exist. */
  readonly consoleFolder: string
  /** What the console's page says and links to, where it differs from what was built. */
  readonly pageSettings: PageSettings
  /** Other origins from which browsers may call. */
  readonly allowedOrigins: ReadonlyArray<string>
  /** How many days an offered facility can be accepted (001 §4). */
  readonly transferDays: number
  readonly limits: Limits
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: TrustedProxies
  /** Passwords that are always refused, in lower case. */
  readonly commonPasswords: ReadonlySet<string>
  /** Connections to facility management software, and the schedule of the server's own tests. */
  readonly fms: FmsSettings
  /** When webhook messages are sent and retried. */
  readonly webhooks: WebhookTimes
  /** The maximum size of a request body, in bytes. */
  readonly maxBodyBytes: number
  /** How long jobs are kept after their last update, in milliseconds: those never started, and those that are done. */
  readonly jobsKept: { readonly notBegun: number; readonly ended: number }
}

export class Settings extends Context.Service<Settings, ServerSettings>()("lockdesk/server/Settings") {}
