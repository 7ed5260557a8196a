import { Units } from "./Units.ts"
import { UnitsHttp } from "./UnitsHttp.ts"

export const calls = UnitsHttp
export const services = Units.layer
