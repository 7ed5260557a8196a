import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { defaultKeyAreas } from "#core/apikeys/apiKeyRules.ts"
import type { Permissions } from "#core/auth/permissions.ts"
import type { FacilityId } from "#core/base/ids.ts"

/** Values of the key form. */
export interface KeyValues {
  readonly name: string
  readonly allFacilities: boolean
  readonly facilityIds: ReadonlyArray<FacilityId>
  readonly isActive: boolean
  readonly areas: Permissions
  readonly mayReveal: boolean
  /** The last day the key works, in the company's zone: `2027-12-31`; empty for no end. */
  readonly lastDay: string
}

/** Form values for a key, or for a new one (null). */
export const keyValues = (key: ApiKey | null): KeyValues =>
  key === null
    ? {
        name: "",
        allFacilities: true,
        facilityIds: [],
        isActive: true,
        areas: defaultKeyAreas,
        mayReveal: false,
        lastDay: ""
      }
    : { ...key, lastDay: key.lastDay ?? key.expiresOn?.slice(0, 10) ?? "" }

/** The request body. An unchanged last day keeps its exact time; the server ends another one in the company's zone. */
export const keyPayload = (values: KeyValues, kept: ApiKey | null) => {
  const { name, allFacilities, facilityIds, isActive, areas, mayReveal, lastDay } = values
  const untouched = kept !== null && keyValues(kept).lastDay === lastDay
  return {
    name,
    allFacilities,
    facilityIds: allFacilities ? [] : facilityIds,
    isActive,
    areas,
    mayReveal,
    expiresOn: untouched ? kept.expiresOn : lastDay === "" ? null : lastDay
  }
}

/** Whether two sets of form values are the same. */
export const sameKey = (one: KeyValues, other: KeyValues): boolean =>
  JSON.stringify(keyPayload(one, null)) === JSON.stringify(keyPayload(other, null))
