import { Context, type Redacted } from "effect"
import type { AddressProvider } from "./addresses/addressProvider.ts"
import { defaultReveals } from "#core/base/settingDefaults.ts"
import type { FmsSettings } from "./fms/FmsSettings.ts"
import type { WebhookTimes } from "./webhooks/WebhookTimes.ts"
import type { TrustedProxies } from "./http/trustedProxies.ts"

/** A limit: so many within so many seconds. */
export interface Limit {
  readonly times: number
  readonly seconds: number
}

/** Limits of the server, each a setting (ENGINE: Security). */
export interface Limits {
  /** Failed sign-ins of one email from one network, in one known browser or in one session; of one email from everywhere; of one network. */
  readonly signInPerEmail: Limit
  readonly signInPerEmailInAll: Limit
  readonly signInPerAddress: Limit
  /** Reveal requests of one user, granted or not, and of one serial code in one company. */
  readonly revealPerUser: Limit
  /** The same within an hour and a day; reaching one is told to the company's admins. */
  readonly revealPerUserHour: Limit
  readonly revealPerUserDay: Limit
  readonly revealPerLock: Limit
  /** Uses of one-time addresses by one network address. */
  readonly linkPerAddress: Limit
  /** Requests for an address to set a new password at, for one email address and by one network address. */
  readonly forgottenPerEmail: Limit
  readonly forgottenPerAddress: Limit
  /** Files of lists that one user takes out, and support tickets that one user sends. */
  readonly exportPerUser: Limit
  readonly ticketPerUser: Limit
  /** Facilities offered to another company by one user: each sends a mail to whoever was named. */
  readonly transferPerUser: Limit
  /** Calls of one API key, at each server process. */
  readonly apiKey: Limit
  /** Invitations that one user sends, as a mail to whoever was named each, and emails that one user asks about. */
  readonly invitationPerUser: Limit
  /** Imports of users that somebody starts: each may send an email for every row. */
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

/** What an installation decides. Places the documents leave to configuration have working defaults (DECISIONS). */
export interface ServerSettings {
  /** Folder for what lives beside the database: the master key, the audit witness, the folder lock. */
  readonly dataFolder: string
  /** The master key in hex (64 digits) when it comes from the environment instead of the data folder. */
  readonly masterKey: Redacted.Redacted | null
  /** Address people reach the server at, without a slash at its end; for one-time addresses. */
  readonly publicAddress: string
  /** Address of the store, shown by the Store link. */
  readonly storeAddress: string
  /** Where support tickets are mailed to. */
  readonly supportAddress: string
  /** Whom to ask for postal addresses; null asks nobody and uses the built-in table. */
  readonly addresses: AddressProvider | null
  /** Folder of the built console; it need not be there. */
  readonly consoleFolder: string
  /** Origins besides our own that browsers may call from. */
  readonly allowedOrigins: ReadonlyArray<string>
  /** How long an offered facility can be accepted, in days (001 §4). */
  readonly transferDays: number
  readonly limits: Limits
  /** Proxies that say in X-Forwarded-For for whom they ask. */
  readonly trustedProxies: TrustedProxies
  /** Passwords refused whatever their length, in lower case. */
  readonly commonPasswords: ReadonlySet<string>
  /** Connections to facility management software, and when the server tests them by itself. */
  readonly fms: FmsSettings
  /** When webhooks are told of events, and how often again. */
  readonly webhooks: WebhookTimes
  /** Largest request body, in bytes. */
  readonly maxBodyBytes: number
  /** How long jobs are kept after they were touched last, in milliseconds: those nobody began, and those at their end. */
  readonly jobsKept: { readonly notBegun: number; readonly ended: number }
}

export class Settings extends Context.Service<Settings, ServerSettings>()("lockdesk/server/Settings") {}
