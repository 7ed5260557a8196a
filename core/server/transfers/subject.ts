import { Layer } from "effect"
import { Facilities } from "../facilities/Facilities.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { Transfers } from "./Transfers.ts"
import { TransfersHttp } from "./TransfersHttp.ts"

export const calls = TransfersHttp
export const services = Transfers.layer.pipe(
  Layer.provide(Layer.mergeAll(Facilities.layer, FacilityTransactions.layer))
)
