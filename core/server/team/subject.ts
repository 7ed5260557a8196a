import { Users } from "./Users.ts"
import { UsersHttp } from "./UsersHttp.ts"

export const calls = UsersHttp
export const services = Users.layer
