import { ApiKeys } from "./ApiKeys.ts"
import { ApiKeysHttp } from "./ApiKeysHttp.ts"

export const calls = ApiKeysHttp
export const services = ApiKeys.layer
