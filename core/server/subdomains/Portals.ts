import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SubdomainId } from "#core/base/ids.ts"
import { Feature, FeatureAccess, type FeatureAccessId, featuresOf } from "#core/companies/features.ts"
import { subscriptionActive, type TierId } from "#core/companies/tiers.ts"
import { logoPath } from "#core/subdomains/logoRules.ts"
import type { Portal } from "#core/subdomains/Portal.ts"
import { PortalNotFound } from "#core/subdomains/SubdomainErrors.ts"
import { asServerFault } from "../locks/asServerFault.ts"

interface PortalRow {
  readonly id: SubdomainId
  readonly displayName: string
  readonly subdomainUrl: string
  readonly logo: string | null
  readonly tier: TierId
  readonly paid_through: Date | null
  readonly suspended: boolean
  readonly feature_overrides: Readonly<Record<string, FeatureAccessId>>
}

/** The public part of a company's portal. Not available while the company's plan has no subdomains. */
export class Portals extends Context.Service<
  Portals,
  { readonly find: (subdomainUrl: string) => Effect.Effect<Portal, PortalNotFound> }
>()("lockdesk/server/Portals") {
  static readonly layer = Layer.effect(
    Portals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const isOn = (row: PortalRow, millis: number): boolean => {
        const active = subscriptionActive({ paidThrough: row.paid_through, suspended: row.suspended }, new Date(millis))
        const features = featuresOf(row.tier, active, row.feature_overrides)
        return features[String(Feature.id.Subdomains)]?.accessLevel === FeatureAccess.id.On
      }

      const find = Effect.fn("Portals.find")(function* (typed: string) {
        const [row] = yield* sql<PortalRow>`
          SELECT s.subdomain_id AS id, s.display_name AS "displayName", s.url AS "subdomainUrl", s.logo, c.tier,
            c.paid_through, c.suspended, c.feature_overrides
          FROM subdomains s JOIN companies c USING (company_id) WHERE lower(s.url) = ${typed.toLowerCase()}`
        if (row === undefined || !isOn(row, yield* Clock.currentTimeMillis)) {
          return yield* new PortalNotFound({ data: { subdomainUrl: typed } })
        }
        const facilities = yield* sql<Portal["facilities"][number]>`
          SELECT coalesce(nullif(display_name, ''), name) AS name, street, city, state, zip FROM facilities
          WHERE subdomain_id = ${row.id} AND is_active AND deleted_at IS NULL ORDER BY lower(name), facility_id`
        const { displayName, subdomainUrl, logo } = row
        return { displayName, subdomainUrl, logo: logo === null ? null : logoPath(logo), facilities }
      }, asServerFault)

      return Portals.of({ find })
    })
  )
}
