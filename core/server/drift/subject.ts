import { Layer } from "effect"
import { Units } from "../units/Units.ts"
import { Drift } from "./Drift.ts"
import { DriftHttp } from "./DriftHttp.ts"

export const calls = DriftHttp
export const services = Drift.layer.pipe(Layer.provide(Units.layer))
