import { Layer } from "effect"
import { Facilities } from "../facilities/Facilities.ts"
import { SupportHttp } from "./SupportHttp.ts"
import { Tickets } from "./Tickets.ts"

export const calls = SupportHttp
export const services = Tickets.layer.pipe(Layer.provide(Facilities.layer))
