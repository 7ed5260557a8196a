import { Fms, type FmsId } from "./fmsSystems.ts"

/** The path of each FMS on the simulator's address: one process simulates all of them. */
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
 * Failures that a simulator can produce. A facility whose code ends with a dash and one of them, such as
 * `L017-license`, always fails that way. `apikey` is Hummingbird's older form of `auth`. To make DNS, the connection or
 * TLS fail, use a name that does not exist, a stopped simulator, or its address with https.
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

/** The password that every simulated facility accepts. */
export const simulatorPassword = "simulator"
