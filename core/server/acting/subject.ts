import { Companies } from "./Companies.ts"
import { CompaniesHttp } from "./CompaniesHttp.ts"

export const calls = CompaniesHttp
export const services = Companies.layer
