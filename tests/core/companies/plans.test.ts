import { expect, it } from "vitest"
import { hasSingleSettingsView, isPremium, planName, Tier } from "#core/companies/tiers.ts"

/** Copied by hand from 002 §2 and §4 and the settled readings. */
const plans = [
  [-2, "OldWebApp", "upgrades", "tabs"],
  [-1, "Invalid", "upgrades", "tabs"],
  [0, "LocksOnly", "upgrades", "tabs"],
  [10, "LocksOnly", "upgrades", "single view"],
  [1, "Basic", "upgrades", "tabs"],
  [11, "Basic", "upgrades", "single view"],
  [2, "Plus", "upgrades", "tabs"],
  [12, "Plus", "upgrades", "single view"],
  [3, "Premium", "has all", "tabs"],
  [13, "Premium", "has all", "single view"],
  [4, "Storagely", "has all", "tabs"]
] as const

it("every tier has a plan name without a year, an upgrade unless it includes everything, and settings in tabs unless it is of 2025", () => {
  expect(
    Tier.ids.map((id) => [
      id,
      planName(id),
      isPremium(id) ? "has all" : "upgrades",
      hasSingleSettingsView(id) ? "single view" : "tabs"
    ])
  ).toEqual(Tier.ids.map((id) => plans.find(([tier]) => tier === id)))
})
