import type { ApiKey } from "./ApiKey.ts"
import { areasText } from "./apiKeyRules.ts"

/** The audit record fields of an API key: everything its form sets. */
export const recordedKey = (
  key: Pick<ApiKey, "name" | "allFacilities" | "facilityIds" | "isActive" | "areas" | "mayReveal" | "expiresOn">
) => ({
  name: key.name,
  allFacilities: key.allFacilities,
  facilityIds: key.facilityIds.join(" "),
  isActive: key.isActive,
  areas: areasText(key.areas),
  mayReveal: key.mayReveal,
  expiresOn: key.expiresOn
})
