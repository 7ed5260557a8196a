import { Layer } from "effect"
import { FacilityTurns } from "../facilities/FacilityTurns.ts"
import { ImportChecks } from "./ImportChecks.ts"
import { ImportPlans } from "./ImportPlans.ts"

/** How imported facilities are planned, with the checks of their connections. */
export const importPlansLayer = ImportPlans.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(ImportChecks.layer, FacilityTurns.layer))
)
