import type { FacilityEdit } from "#core/facilities/FacilityForm.ts"
import { type FacilityFacts, facilityFields, keptFacts } from "#core/facilities/facilityRules.ts"
import type { FmsId } from "#core/fms/fmsSystems.ts"

/** A facility's own values, as the form sets them. */
export interface FacilityValues extends FacilityFacts {
  readonly no_Of_Units: number
  readonly lat: number | null
  readonly lng: number | null
  readonly managementSoftware: FmsId
}

/** The values of a new facility before its form. */
export const noValues: FacilityValues = {
  facilityName: "",
  phoneNumber: "",
  phoneNumberCustomerService: "",
  email: "",
  facilityDisplayName: "",
  street: "",
  city: "",
  state: "",
  zip: "",
  no_Of_Units: 0,
  lat: null,
  lng: null,
  managementSoftware: 0
}

/** The values after the form: missing fields stay, texts are cleaned, an empty count is 0 (001 §5). */
export const valuesAfter = (before: FacilityValues, form: Omit<FacilityEdit, "facilityID">): FacilityValues => {
  const after: { -readonly [K in keyof FacilityValues]: FacilityValues[K] } = {
    ...before,
    no_Of_Units: form.no_Of_Units === undefined ? before.no_Of_Units : (form.no_Of_Units ?? 0),
    lat: form.lat === undefined ? before.lat : form.lat,
    lng: form.lng === undefined ? before.lng : form.lng,
    managementSoftware: form.managementSoftware ?? before.managementSoftware
  }
  for (const name of facilityFields) after[name] = form[name] ?? before[name]
  const kept = keptFacts(after)
  for (const name of facilityFields) after[name] = kept[name]
  return after
}

/** The names of the values that differ. */
export const changedValues = (before: FacilityValues, after: FacilityValues): ReadonlyArray<string> =>
  (Object.keys(after) as ReadonlyArray<keyof FacilityValues>).filter((name) => before[name] !== after[name])
