import { enumeration } from "#core/base/enumeration.ts"

/** Subscription tiers (000 §3). A user without a plan has LocksOnly. */
export const Tier = enumeration([
  { id: -2, key: "OldWebApp", label: "OldWebApp" },
  { id: -1, key: "Invalid", label: "Invalid" },
  { id: 0, key: "LocksOnly", label: "LocksOnly" },
  { id: 1, key: "Basic", label: "Basic" },
  { id: 2, key: "Plus", label: "Plus" },
  { id: 3, key: "Premium", label: "Premium" },
  { id: 4, key: "Storagely", label: "Storagely" },
  { id: 10, key: "LocksOnly2025", label: "LocksOnly2025" },
  { id: 11, key: "Basic2025", label: "Basic2025" },
  { id: 12, key: "Plus2025", label: "Plus2025" },
  { id: 13, key: "Premium2025", label: "Premium2025" }
])
export type TierId = (typeof Tier.ids)[number]

/** Plans for sale: the others mark companies of the old web app, and invalid plans. */
export const plansForSale = Tier.rows.filter(({ id }) => id >= 0)

/** Tiers that hide unit lists and the FMS (001 §4; DECISIONS, Tiers). */
export const locksOnlyTiers: ReadonlySet<TierId> = new Set([Tier.id.LocksOnly, Tier.id.LocksOnly2025])

/** Whether settings are a single view without tabs: for tiers named after 2025 (002 §2). */
export const hasSingleSettingsView = (tier: TierId): boolean => Tier.label(tier).includes("2025")

/** Columns of the tables by tier in DECISIONS, Tiers and features. */
const column: Readonly<Record<TierId, 0 | 1 | 2 | 3 | 4>> = {
  [-2]: 0,
  [-1]: 0,
  0: 1,
  10: 1,
  1: 2,
  11: 2,
  2: 3,
  12: 3,
  3: 4,
  13: 4,
  4: 4
}

/** The column of a tier: 0 no plan, 1 LocksOnly, 2 Basic, 3 Plus, 4 Premium and Storagely. */
export const tierColumn = (tier: TierId): 0 | 1 | 2 | 3 | 4 => column[tier]

/** The limit of counted locks per facility unless the company has its own; null is unlimited. */
export const defaultMaxLocksPerFacility = (tier: TierId): number | null => {
  const limits = [100, 100, 100, 250, null] as const
  return limits[tierColumn(tier)]
}

/** Whether a subscription is active: `paidThrough` is in the future and it is not suspended (000 §3; DECISIONS). */
export const subscriptionActive = (
  subscription: { readonly paidThrough: Date | null; readonly suspended: boolean },
  now: Date
): boolean => !subscription.suspended && subscription.paidThrough !== null && subscription.paidThrough > now

/** A plan's name for people: without the year (002 §2). */
export const planName = (tier: TierId): string => Tier.label(tier).replace("2025", "")

/** Tiers that include everything, so no upgrade is offered (002 §4). */
const premiumTiers: ReadonlySet<TierId> = new Set(Tier.ids.filter((id) => tierColumn(id) === 4))

/** Whether a tier includes everything. */
export const isPremium = (tier: TierId): boolean => premiumTiers.has(tier)
