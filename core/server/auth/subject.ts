import { Layer } from "effect"
import { AuthHttp } from "./AuthHttp.ts"
import { SignIns } from "./SignIns.ts"
import { SignOuts } from "./SignOuts.ts"

export const calls = AuthHttp
export const services = Layer.mergeAll(SignIns.layer, SignOuts.layer)
