import { Fms, type FmsId } from "./fmsSystems.ts"

/** Where a simulator of each FMS answers, below its address: one process speaks all of them. */
export const simulatorPaths: Partial<Readonly<Record<FmsId, string>>> = {
  [Fms.id.StorableEdge]: "storable-edge",
  [Fms.id.Sitelink]: "sitelink",
  [Fms.id.StorableEasy]: "storable-easy",
  [Fms.id.DoorSwap]: "doorswap",
  [Fms.id.Hummingbird]: "hummingbird",
  [Fms.id.WebSelfStorage]: "webselfstorage",
  [Fms.id.SsmCloud]: "ssm-cloud",
  [Fms.id.Storage360]: "storage-360",
  [Fms.id.Yardi]: "yardi"
}

/**
 * Ways in which a simulator fails when it is told to. A facility whose code ends with one of them after a dash, such as
 * `L017-license`, always fails so. `apikey` is `auth` in the older way that Hummingbird has for it. No server can fail at DNS,
 * be refused or fail at TLS: a name that does not exist, a simulator that was stopped, and its address with https do.
 */
export const failureKinds = [
  "auth",
  "apikey",
  "license",
  "facility",
  "http",
  "schema",
  "data",
  "budget",
  "slow",
  "redirect",
  "huge",
  "doctype",
  "reset"
] as const
export type FailureKind = (typeof failureKinds)[number]

/** The password that every simulated facility takes. */
export const simulatorPassword = "simulator"
