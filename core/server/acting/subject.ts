import { Layer } from "effect"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { Companies } from "./Companies.ts"
import { CompaniesHttp } from "./CompaniesHttp.ts"
import { CompanyAccounts } from "./CompanyAccounts.ts"

export const calls = CompaniesHttp
export const services = Layer.mergeAll(
  Companies.layer,
  CompanyAccounts.layer.pipe(Layer.provide(FacilityTransactions.layer))
)
