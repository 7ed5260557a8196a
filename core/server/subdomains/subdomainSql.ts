import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { SubdomainId } from "#core/base/ids.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import { SubdomainUrlTaken } from "#core/subdomains/SubdomainErrors.ts"
import { nameOfPerson } from "../auth/personName.ts"
import { uniqueRefusal } from "../db/uniqueRefusal.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"

/** The company's subdomains that match a condition on `s`, by name, each with its facilities that the user can see. */
export const subdomainRows = (sql: SqlClient.SqlClient, user: LoggedInUser, which: Fragment) =>
  sql<Subdomain>`
    SELECT s.subdomain_id AS id, s.display_name AS "displayName", s.url AS "subdomainUrl",
      ARRAY(SELECT f.facility_id FROM facilities f
        WHERE f.subdomain_id = s.subdomain_id AND ${visibleFacilities(sql, user)} ORDER BY f.facility_id) AS "facilityIDs",
      s.logo, s.version, ${sql.literal(nameOfPerson("s.updated_by", "s.company_id"))} AS "updatedBy"
    FROM subdomains s WHERE s.company_id = ${user.companyID} AND ${which} ORDER BY lower(s.display_name), s.subdomain_id`

/** One of them, locked until the transaction ends. */
export const heldSubdomain = (sql: SqlClient.SqlClient, user: LoggedInUser, id: SubdomainId) =>
  Effect.flatMap(
    sql`SELECT FROM subdomains WHERE subdomain_id = ${id} AND company_id = ${user.companyID} FOR UPDATE`,
    () => Effect.map(subdomainRows(sql, user, sql`s.subdomain_id = ${id}`), ([row]) => row)
  )

/** Turns a URL that another subdomain has into a refusal. */
export const urlTaken = (subdomainUrl: string) =>
  uniqueRefusal("subdomains_url", () => new SubdomainUrlTaken({ data: { subdomainUrl } }))
