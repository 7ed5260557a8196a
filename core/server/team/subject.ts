import { Layer } from "effect"
import { SignOuts } from "../auth/SignOuts.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { Users } from "./Users.ts"
import { UsersHttp } from "./UsersHttp.ts"
import { UserWrites } from "./UserWrites.ts"

export const calls = UsersHttp
export const services = Layer.mergeAll(Users.layer, UserWrites.layer).pipe(
  Layer.provide(Layer.mergeAll(FacilityTransactions.layer, SignOuts.layer))
)
