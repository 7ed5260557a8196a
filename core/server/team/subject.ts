import { Layer } from "effect"
import { SignOuts } from "../auth/SignOuts.ts"
import { FacilityTurns } from "../facilities/FacilityTurns.ts"
import { Users } from "./Users.ts"
import { UsersHttp } from "./UsersHttp.ts"
import { UserWrites } from "./UserWrites.ts"

export const calls = UsersHttp
export const services = Layer.mergeAll(Users.layer, UserWrites.layer).pipe(
  Layer.provide(Layer.mergeAll(FacilityTurns.layer, SignOuts.layer))
)
