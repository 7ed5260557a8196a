import { mostCompanies } from "#core/acting/CompanyChoice.ts"
import { listCompanies } from "#core/commands/companyCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { listedColumns } from "./companyColumns.ts"

export const verb = listVerb(listCompanies, {
  noun: "companies",
  columns: listedColumns,
  pieces: { most: mostCompanies, after: (_, piece) => ({ page: piece + 1 }) }
})
