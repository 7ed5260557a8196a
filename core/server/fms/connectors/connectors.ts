import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { Connector } from "./Connector.ts"
import { hummingbird } from "./hummingbird.ts"
import { sitelink } from "./sitelink.ts"
import { ssmCloud } from "./ssmCloud.ts"
import { storableEdge } from "./storableEdge.ts"
import { webSelfStorage } from "./webSelfStorage.ts"
import { yardi } from "./yardi.ts"

/** The connector of each FMS with a public reference; the others only support CSV (core/fms/fmsFields.ts). */
export const connectors: Partial<Readonly<Record<FmsId, Connector>>> = {
  [Fms.id.StorableEdge]: storableEdge,
  [Fms.id.Sitelink]: sitelink,
  [Fms.id.Hummingbird]: hummingbird,
  [Fms.id.WebSelfStorage]: webSelfStorage,
  [Fms.id.SsmCloud]: ssmCloud,
  [Fms.id.Yardi]: yardi
}
