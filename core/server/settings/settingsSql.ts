import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CompanyId } from "#core/base/ids.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import type { SettingFacts } from "#core/settings/settingsRules.ts"
import { nameOfPerson } from "../auth/personName.ts"
import { currentZone, noZone, zoneOfRegion } from "#core/settings/timeZones.ts"

interface Row extends Omit<CompanySettings, "timeZone" | "timeZoneChosen"> {
  readonly hideLockCodesFlag: boolean
  readonly stamp: string
  readonly zone: string | null
  readonly regions: ReadonlyArray<string> | null
}

/** The time zone of a company by its current name: the chosen one, or that of its first facility with a known region. */
export const zoneOf = (zone: string | null, regions: ReadonlyArray<string> | null): string =>
  zone === null ? ((regions ?? []).map(zoneOfRegion).find((each) => each !== null) ?? noZone) : currentZone(zone)

/** Regions of a company's facilities, oldest first: a few are enough to find a known one. */
export const regionsOf = (sql: SqlClient.SqlClient) => sql`
  (SELECT array_agg(state ORDER BY facility_id) FROM (SELECT facility_id, state FROM facilities f
    WHERE f.company_id = c.company_id AND f.is_active AND f.state <> '' ORDER BY facility_id LIMIT 20) f)`

/** The settings of a company, and the facts needed to change them. */
export interface ReadSettings {
  readonly settings: CompanySettings
  /** Facts that decide whether they can be changed. */
  readonly facts: SettingFacts
  /** Regions of its first facilities, for the default time zone. */
  readonly regions: ReadonlyArray<string> | null
  /** The version of the company's row. */
  readonly stamp: string
}

/** The settings of a company. `lock` waits for concurrent changes, and locks them. */
export const settingsOf = (
  sql: SqlClient.SqlClient,
  companyID: CompanyId,
  lock = false
): Effect.Effect<ReadSettings, SqlError> =>
  Effect.flatMap(
    sql<Row>`
      SELECT mobile_timeout_minutes AS "mobileTimeout", client_timeout_ms::float8 AS "clientTimeout",
        locks_per_unit::int AS "numberOfLocks", hide_lock_codes AS "hideLockCodes", hide_lock_codes_flag AS "hideLockCodesFlag",
        email_view_lock_codes_report AS "emailViewLockCodesReport", user_timeout_flag AS "timeoutsOffered",
        name AS "companyName", contact_name AS "contactName", contact_email AS "contactEmail",
        contact_phone AS "contactPhone", time_zone AS zone, ${regionsOf(sql)} AS regions,
        ${sql.literal(nameOfPerson("c.settings_updated_by", "c.company_id"))} AS "updatedBy", c.xmin::text AS stamp
      FROM companies c WHERE company_id = ${companyID} ${lock ? sql`FOR UPDATE` : sql``}`,
    ([row]) => {
      if (row === undefined) return Effect.die(new Error(`company ${companyID} is gone inside its own session`))
      const { hideLockCodesFlag, zone, regions, stamp, ...rest } = row
      const settings = { ...rest, timeZone: zoneOf(zone, regions), timeZoneChosen: zone !== null }
      return Effect.succeed({ settings, facts: { ...settings, hideLockCodesFlag }, regions, stamp })
    }
  )
