import type { CompanyChoice } from "#core/acting/CompaniesApi.ts"

/** A company in a table. */
export const companyColumns = [
  { heading: "Id", text: ({ companyID }: CompanyChoice) => String(companyID) },
  { heading: "Company", text: ({ companyName }: CompanyChoice) => companyName }
]
