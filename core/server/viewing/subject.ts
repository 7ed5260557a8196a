import { Layer } from "effect"
import { Roles } from "../roles/Roles.ts"
import { Viewing } from "./Viewing.ts"
import { ViewingHttp } from "./ViewingHttp.ts"

export const calls = ViewingHttp
export const services = Viewing.layer.pipe(Layer.provide(Roles.layer))
