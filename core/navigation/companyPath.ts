import { routeOf } from "./routes.ts"

/** In the address, instead of an id: a company that is being added. */
export const newCompany = "create"

/** The address of a company's plan. */
export const companyPath = (id: number | typeof newCompany): string =>
  routeOf("companies.edit").path.replace("{id}", String(id))
