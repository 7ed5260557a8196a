import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"

/** What an installation decides about its connections to facility management software. */
export interface FmsSettings {
  /**
   * Hosts that connections may go to besides the vendors' own, as `host` or `*.domain`. Null allows every public host
   * over https: a base URL that somebody types then still reaches nothing inside the operator's own network.
   */
  readonly allowedHosts: ReadonlyArray<string> | null
  /** Hosts, as `host` or `host:port`, that may be reached without https and at private addresses: a vendor's server in
   * the operator's own network, or `lockdesk fms simulate`. */
  readonly privateHosts: ReadonlyArray<string>
  /** Base URLs instead of the vendors' own, such as a sandbox or a simulator. */
  readonly baseUrls: Partial<Readonly<Record<FmsId, string>>>
  /** Keys of the installation, for fields that a facility leaves empty. */
  readonly keys: Partial<Readonly<Record<FmsId, FmsFields>>>
  /** Runs simulators for the facilities of the demonstration. */
  readonly simulators: boolean
  /** When the server tests by itself: a cron expression in UTC, or null for never. */
  readonly schedule: string | null
  /** Tests at once, of all facilities and of those at one host. */
  readonly concurrency: number
  readonly perHost: number
  /** How often a call is repeated that failed in a way that may pass. */
  readonly retries: number
  /** Longest time of one call, in milliseconds. */
  readonly timeout: number
}

export const defaultFmsSettings: FmsSettings = {
  allowedHosts: null,
  privateHosts: [],
  baseUrls: {},
  keys: {},
  simulators: false,
  schedule: null,
  concurrency: 8,
  perHost: 4,
  retries: 1,
  timeout: 20_000
}

/** The vendors' own addresses. Yardi and SSM Cloud have one for each customer. */
export const vendorBaseUrls: Partial<Readonly<Record<FmsId, string>>> = {
  [Fms.id.Sitelink]: "https://api.smdservers.net/CCWs_3.5/",
  [Fms.id.StorableEdge]: "https://api.storedgefms.com/v1/",
  [Fms.id.WebSelfStorage]: "https://api.webselfstorage.com/v4/",
  [Fms.id.Hummingbird]: "https://app.edge.tenant.dev/api/v3/"
}

/** Calls that one facility may make in a day. Sitelink's are what its customers are given; verify with the vendor. */
export const dailyCalls: Partial<Readonly<Record<FmsId, number>>> = { [Fms.id.Sitelink]: 500 }
export const defaultDailyCalls = 5_000

/** Units are read no oftener than this, in milliseconds: Sitelink answers a faster poll with a refusal. */
export const unitsInterval: Partial<Readonly<Record<FmsId, number>>> = { [Fms.id.Sitelink]: 15 * 60_000 }
