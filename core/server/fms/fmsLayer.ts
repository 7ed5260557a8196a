import { Layer } from "effect"
import { FmsCaller } from "./FmsCaller.ts"
import { FmsConnections } from "./FmsConnections.ts"
import { FmsHttp } from "./FmsHttp.ts"
import { FmsRuns } from "./FmsRuns.ts"
import { FmsSchedule } from "./FmsSchedule.ts"
import { FmsSimulator } from "./FmsSimulator.ts"
import { FmsTests } from "./FmsTests.ts"
import { FmsUnitSourceLive } from "./FmsUnitSource.ts"

/** All services for facility management software. */
export const fmsLayer = Layer.mergeAll(FmsTests.layer, FmsSchedule.layer, FmsUnitSourceLive).pipe(
  Layer.provideMerge(FmsRuns.layer),
  Layer.provideMerge(FmsCaller.layer.pipe(Layer.provide(Layer.mergeAll(FmsHttp.layer, FmsSimulator.layer)))),
  Layer.provideMerge(FmsConnections.layer)
)
