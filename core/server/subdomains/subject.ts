import { Layer } from "effect"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { imageRoutes } from "./imageRoutes.ts"
import { Logos } from "./Logos.ts"
import { Portals } from "./Portals.ts"
import { Subdomains } from "./Subdomains.ts"
import { SubdomainsHttp } from "./SubdomainsHttp.ts"

export const calls = SubdomainsHttp
export const services = Layer.mergeAll(Subdomains.layer, Logos.layer, Portals.layer).pipe(
  Layer.provide(FacilityTransactions.layer)
)
export const routes = imageRoutes
