import { routeOf } from "./routes.ts"

/** What stands in the address in place of an id while a company is new. */
export const newCompany = "create"

/** The address of a company's plan. */
export const companyPath = (id: number | typeof newCompany): string =>
  routeOf("companies.edit").path.replace("{id}", String(id))
