import { Registry } from "./Registry.ts"
import { RegistryHttp } from "./RegistryHttp.ts"

export const calls = RegistryHttp
export const services = Registry.layer
