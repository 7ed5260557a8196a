import { Layer } from "effect"
import { Addresses } from "../addresses/Addresses.ts"
import { Facilities } from "./Facilities.ts"
import { FacilitiesHttp } from "./FacilitiesHttp.ts"
import { FacilityTransactions } from "./FacilityTransactions.ts"
import { FacilityWrites } from "./FacilityWrites.ts"

export const calls = FacilitiesHttp
export const services = Layer.mergeAll(FacilityWrites.layer, Addresses.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Facilities.layer, FacilityTransactions.layer))
)
