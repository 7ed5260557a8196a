import { Layer } from "effect"
import { Facilities } from "../facilities/Facilities.ts"
import { FacilityTurns } from "../facilities/FacilityTurns.ts"
import { Transfers } from "./Transfers.ts"
import { TransfersHttp } from "./TransfersHttp.ts"

export const calls = TransfersHttp
export const services = Transfers.layer.pipe(Layer.provide(Layer.mergeAll(Facilities.layer, FacilityTurns.layer)))
