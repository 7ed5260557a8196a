import { Layer } from "effect"
import { SignOuts } from "../auth/SignOuts.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { AccountHttp } from "./AccountHttp.ts"
import { Accounts } from "./Accounts.ts"

export const calls = AccountHttp
export const services = Accounts.layer.pipe(Layer.provide(Layer.mergeAll(FacilityTransactions.layer, SignOuts.layer)))
