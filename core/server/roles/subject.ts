import { Roles } from "./Roles.ts"
import { RolesHttp } from "./RolesHttp.ts"

export const calls = RolesHttp
export const services = Roles.layer
