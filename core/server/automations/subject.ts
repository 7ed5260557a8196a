import { Layer } from "effect"
import { Automations } from "./Automations.ts"
import { AutomationsHttp } from "./AutomationsHttp.ts"
import { UnlockDeliveries } from "./UnlockDeliveries.ts"

export const calls = AutomationsHttp
export const services = Layer.mergeAll(Automations.layer, UnlockDeliveries.layer)
