import { mostCompanies } from "#core/acting/CompaniesApi.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { companyColumns } from "./companyColumns.ts"

export const verb = listVerb(listCompanies, {
  noun: "companies",
  columns: companyColumns,
  pieces: { most: mostCompanies, after: (_, piece) => ({ page: piece + 1 }) }
})
