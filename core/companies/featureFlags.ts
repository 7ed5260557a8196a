import { Schema } from "effect"

/** Flags of GET /utils/feature-flag: HideLockCodes by name, 2 grenade locks, 3 user timeout (ledger A342 to A344). */
export const FeatureFlag = Schema.Literals(["HideLockCodes", "2", "3"])
export type FeatureFlag = typeof FeatureFlag.Type
