import { Layer } from "effect"
import { LockSearch } from "../locks/LockSearch.ts"
import { Exports } from "./Exports.ts"
import { ExportsHttp } from "./ExportsHttp.ts"

export const calls = ExportsHttp
export const services = Exports.layer.pipe(Layer.provide(LockSearch.layer))
