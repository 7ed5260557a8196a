import type { CompanyId } from "#core/base/ids.ts"
import { insertedRow } from "#server/db/insertedRow.ts"
import type { Desk } from "./Desk.ts"

/** The ID of a company of a desk, by its name. */
export const companyIdOf = async ({ server }: Desk, name: string): Promise<CompanyId> =>
  insertedRow(
    await server.sql((sql) => sql<{ id: CompanyId }>`SELECT company_id AS id FROM companies WHERE name = ${name}`)
  ).id
