import type { CompanyId } from "#core/base/ids.ts"
import { routeOf } from "./routes.ts"

/** Used in the path instead of an id for a company that is being added. */
export const newCompany = "create"

/** The path of a company's plan. */
export const companyPath = (id: CompanyId | typeof newCompany): string =>
  routeOf("companies.edit").path.replace("{id}", String(id))
