import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"

/** An installation's settings for connections to facility management software. */
export interface FmsSettings {
  /**
   * Hosts that connections may use besides the vendors' own, as `host` or `*.domain`. Null allows every public host over https.
   * Even then, a typed base URL never reaches the operator's internal network.
   */
  readonly allowedHosts: ReadonlyArray<string> | null
  /**
   * Hosts, as `host` or `host:port`, that may be reached without https and at private addresses: a vendor's server in the
   * operator's network, or `lockdesk fms simulate`.
   */
  readonly privateHosts: ReadonlyArray<string>
  /** Base URLs that replace the vendors' own, such as a sandbox or a simulator. */
  readonly baseUrls: Partial<Readonly<Record<FmsId, string>>>
  /** The installation's keys, for fields that a facility leaves empty. */
  readonly keys: Partial<Readonly<Record<FmsId, FmsFields>>>
  /** Runs simulators for the facilities of the demonstration. */
  readonly simulators: boolean
  /** The schedule of the server's own tests: a cron expression in UTC, or null for none. */
  readonly schedule: string | null
  /** Concurrent tests, overall and per host. */
  readonly concurrency: number
  readonly perHost: number
  /** How often a call is retried after a temporary failure. */
  readonly retries: number
  /** The timeout of a call, in milliseconds. */
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

/** The vendors' URLs. Yardi and SSM Cloud have one per customer. */
export const vendorBaseUrls: Partial<Readonly<Record<FmsId, string>>> = {
  [Fms.id.Sitelink]: "https://api.smdservers.net/CCWs_3.5/",
  [Fms.id.StorableEdge]: "https://api.storedgefms.com/v1/",
  [Fms.id.WebSelfStorage]: "https://api.webselfstorage.com/v4/",
  [Fms.id.Hummingbird]: "https://app.edge.tenant.dev/api/v3/"
}

/** Daily calls per facility. Sitelink's is the limit of its customers; verify with the vendor. */
export const dailyCalls: Partial<Readonly<Record<FmsId, number>>> = { [Fms.id.Sitelink]: 500 }
export const defaultDailyCalls = 5_000

/** The minimum interval between reads of units, in milliseconds: Sitelink refuses faster polling. */
export const unitsInterval: Partial<Readonly<Record<FmsId, number>>> = { [Fms.id.Sitelink]: 15 * 60_000 }
