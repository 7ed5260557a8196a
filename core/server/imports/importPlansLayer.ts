import { Layer } from "effect"
import { SignOuts } from "../auth/SignOuts.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { FacilityImportRows } from "./FacilityImportRows.ts"
import { ImportPlans } from "./ImportPlans.ts"
import { UserImportRows } from "./UserImportRows.ts"

/** Planning and applying imports: the row handlers of each kind, and their write locks. */
export const importPlansLayer = ImportPlans.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(FacilityImportRows.layer, UserImportRows.layer, FacilityTransactions.layer)),
  Layer.provide(SignOuts.layer)
)
