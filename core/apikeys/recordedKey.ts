import type { ApiKey } from "./ApiKey.ts"
import { areasText } from "./apiKeyRules.ts"

/** An API key in the words of an audit record: everything that its form decides. */
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
