import { Layer } from "effect"
import { ReturnReports } from "./ReturnReports.ts"
import { Returns } from "./Returns.ts"
import { ReturnsHttp } from "./ReturnsHttp.ts"

export const calls = ReturnsHttp
export const services = Returns.layer.pipe(Layer.provide(ReturnReports.layer))
