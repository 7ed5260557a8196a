import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import type { CompanyId } from "#core/base/ids.ts"

/** The automations of a company. */
export const automationsOf = (
  sql: SqlClient.SqlClient,
  companyID: CompanyId
): Effect.Effect<AutomationProfile, SqlError> =>
  Effect.flatMap(
    sql<AutomationProfile>`
      SELECT vacant_release_action AS "vacantReleaseAction", overlock_release_action AS "overlockReleaseAction"
      FROM companies WHERE company_id = ${companyID}`,
    ([row]) =>
      row === undefined
        ? Effect.die(new Error(`company ${companyID} is gone inside its own session`))
        : Effect.succeed(row)
  )
