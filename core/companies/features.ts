import { Schema } from "effect"
import { enumeration } from "#core/base/enumeration.ts"
import { Tier, tierColumn, type TierId } from "./tiers.ts"

/** Feature ids (000 §3). */
export const Feature = enumeration([
  { id: 1, key: "FMSIntegration", label: "FMSIntegration" },
  { id: 2, key: "CustomRoles", label: "CustomRoles" },
  { id: 3, key: "BulkImport", label: "BulkImport" },
  { id: 4, key: "CustomMessages", label: "CustomMessages" },
  { id: 5, key: "LockStatusChange", label: "LockStatusChange" },
  { id: 6, key: "CompanySettings", label: "CompanySettings" },
  { id: 7, key: "Subdomains", label: "Subdomains" },
  { id: 8, key: "Reports", label: "Reports" },
  { id: 9, key: "IntegrationAPI", label: "IntegrationAPI" },
  { id: 10, key: "IntegrationFacilities", label: "IntegrationFacilities" },
  { id: 11, key: "Messaging", label: "Messaging" },
  { id: 12, key: "TextToRelease", label: "TextToRelease" },
  { id: 13, key: "Facilities", label: "Facilities" }
])
export type FeatureId = (typeof Feature.ids)[number]

/** A feature's name for people: `Custom Roles` for the documents' CustomRoles. */
export const featureName = (id: FeatureId): string => Feature.label(id).replaceAll(/([a-z]|FMS)([A-Z])/g, "$1 $2")

/** A company's access to a feature (000 §3). Upgradeable shows the upgrade prompt, Off shows nothing. */
export const FeatureAccess = enumeration([
  { id: 0, key: "Off", label: "Off" },
  { id: 1, key: "On", label: "On" },
  { id: 2, key: "Upgradeable", label: "Upgradeable" }
])
export type FeatureAccessId = (typeof FeatureAccess.ids)[number]

/** A user's features as they are sent: access by feature id. A missing feature is Off. */
export const Features = Schema.Record(Schema.String, Schema.Struct({ id: Feature.Id, accessLevel: FeatureAccess.Id }))
export type Features = typeof Features.Type

/** Columns as numbered by `tierColumn` (DECISIONS, Tiers and features). */
const defaults: Readonly<Record<FeatureId, readonly [string, string, string, string, string]>> = {
  1: ["Off", "Up", "On", "On", "On"],
  2: ["Off", "Up", "Up", "Up", "On"],
  3: ["Off", "Up", "On", "On", "On"],
  4: ["Off", "Up", "Up", "On", "On"],
  5: ["Off", "Up", "On", "On", "On"],
  6: ["Off", "On", "On", "On", "On"],
  7: ["Off", "Up", "Up", "On", "On"],
  8: ["Off", "Up", "Up", "On", "On"],
  9: ["Off", "Up", "Up", "On", "On"],
  10: ["Off", "Up", "Up", "On", "On"],
  11: ["Off", "Up", "On", "On", "On"],
  12: ["Off", "Up", "Up", "On", "On"],
  13: ["On", "On", "On", "On", "On"]
}

const words: Readonly<Record<string, FeatureAccessId>> = { Off: 0, On: 1, Up: 2 }

/** The lowest plan that includes a feature; all higher ones do too. Null if no plan has it. */
export const planWith = (feature: FeatureId): string | null => {
  const column = defaults[feature].indexOf("On", tierColumn(Tier.id.LocksOnly))
  const tier = Tier.ids.find((id) => tierColumn(id) === column)
  return tier === undefined ? null : Tier.label(tier)
}

/** Whether a plan includes a feature. */
export const planIncludes = (tier: TierId, feature: FeatureId): boolean => defaults[feature][tierColumn(tier)] === "On"

/** Features that stay On without an active subscription. */
const keptWhenLapsed: ReadonlySet<FeatureId> = new Set([Feature.id.Facilities, Feature.id.CompanySettings])

/**
 * A company's features: its tier's defaults, with every On except Facilities and CompanySettings turned Upgradeable if the
 * subscription has lapsed, overridden by the company's own grants (access by feature id).
 */
export const featuresOf = (
  tier: TierId,
  active: boolean,
  overrides: Readonly<Record<string, FeatureAccessId>> = {}
): Features =>
  Object.fromEntries(
    Feature.ids.map((id) => {
      const byTier = words[defaults[id][tierColumn(tier)]] ?? FeatureAccess.id.Off
      const kept = active || keptWhenLapsed.has(id) || byTier !== FeatureAccess.id.On
      const access = overrides[String(id)] ?? (kept ? byTier : FeatureAccess.id.Upgradeable)
      return [String(id), { id, accessLevel: access }]
    })
  )
