import { featureRefusal } from "#core/auth/accessRules.ts"
import type { FeatureNotIncluded } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { emailWords, isEmail, requiredWords, tooLongWords, tooShortWords } from "#core/base/fieldWords.ts"
import type { FacilityId } from "#core/base/ids.ts"
import type { FieldIssue } from "#core/base/problem.ts"
import { isBlank } from "#core/base/visibleText.ts"
import { Feature } from "#core/companies/features.ts"
import { type FmsFields, fmsProfiles, missingFmsFields } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { LockStatus, type LockStatusId } from "#core/locks/lockStatuses.ts"
import { nameText } from "#core/base/nameText.ts"
import { FmsFixed } from "./FacilityErrors.ts"
import { facilityLimits } from "./facilityLimits.ts"
import type { NamedFacility } from "./findFacility.ts"
import { nearestRegion, regionOf } from "./regions.ts"

/** The form fields that rules check. */
export interface FacilityFacts {
  readonly facilityName: string
  readonly phoneNumber: string
  readonly phoneNumberCustomerService: string
  readonly email: string
  readonly facilityDisplayName: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

const phoneWords = (label: string): string => `${label} must have 10 digits.`

const isPhone = (text: string): boolean => /^\d{10}$/.test(text)

const long = (label: string, text: string, most: number = facilityLimits.text): string | null =>
  nameText(text).length > most ? tooLongWords(label, most) : null

/** The rule of each field: returns what is wrong, or null (001 §5). */
const rules: { readonly [K in keyof FacilityFacts]: (text: string) => string | null } = {
  facilityName: (text) =>
    isBlank(text) ? requiredWords("Facility name") : long("Facility name", text, facilityLimits.name),
  phoneNumber: (text) =>
    text === "" ? requiredWords("Phone number") : isPhone(text) ? null : phoneWords("Phone number"),
  phoneNumberCustomerService: (text) =>
    text === "" || isPhone(text) ? null : phoneWords("Customer service phone number"),
  email: (text) => (text.trim() === "" || isEmail(text.trim()) ? null : emailWords),
  facilityDisplayName: (text) => long("Public name", text),
  street: (text) => {
    const { min, max } = facilityLimits.street
    const { length } = text.trim()
    if (length === 0) return null
    if (length < min) return tooShortWords("Address", min)
    return length > max ? tooLongWords("Address", max) : null
  },
  city: (text) => long("City", text),
  state: (text) => {
    if (nameText(text) === "" || regionOf(nameText(text)) !== undefined) return null
    const near = nearestRegion(nameText(text))
    const hint = near === undefined ? "" : ` Did you mean ${near.name} (${near.code})?`
    return `State/Province/Region must be the code or the full name of a region, such as OH or Ohio.${hint}`
  },
  zip: (text) => long("Zip", text, facilityLimits.zip)
}

/** The names of those fields. */
export const facilityFields = Object.keys(rules) as ReadonlyArray<keyof FacilityFacts>

/** What is wrong with one field of the form, or null. */
export const facilityIssue = (field: keyof FacilityFacts, text: string): string | null => rules[field](text)

/** The fields as stored: on one line, without invisible characters, with the region as its code. */
export const keptFacts = (facts: FacilityFacts): FacilityFacts => {
  const kept = {} as { -readonly [K in keyof FacilityFacts]: FacilityFacts[K] }
  for (const name of facilityFields) kept[name] = nameText(facts[name])
  kept.state = regionOf(kept.state)?.code ?? kept.state
  return kept
}

/**
 * Whether another facility has this name, ignoring case and invisible characters (001 §5). `own` is null for a new facility.
 */
export const isNameTaken = (
  name: string,
  own: FacilityId | null,
  facilities: ReadonlyArray<NamedFacility>
): boolean => {
  const wanted = nameText(name).toLowerCase()
  return facilities.some(
    ({ facilityID, facilityName }) => facilityID !== own && nameText(facilityName).toLowerCase() === wanted
  )
}

/**
 * All problems of a facility, in the order of the form. An unchanged region is accepted even if it is not in the list of
 * regions.
 */
export const facilityIssues = (
  facts: FacilityFacts,
  before?: Pick<FacilityFacts, "state">
): ReadonlyArray<FieldIssue> => {
  const issues: Array<FieldIssue> = []
  for (const path of facilityFields) {
    if (path === "state" && facts.state === before?.state) continue
    const message = facilityIssue(path, facts[path])
    if (message !== null) issues.push({ path, message })
  }
  return issues
}

/** Missing required fields of the chosen FMS; none for Via CSV (001 §5). */
export const fmsIssues = (
  fms: FmsId,
  mode: (typeof IntegrationMode.ids)[number],
  fields: FmsFields
): ReadonlyArray<FieldIssue> =>
  mode === IntegrationMode.id.ViaCsv
    ? []
    : missingFmsFields(fms, fields).map(({ name, label }) => ({ path: name, message: requiredWords(label) }))

/** Whether a facility's software can't be changed ('contact support to change'). */
export const fmsIsFixed = (now: FmsId): boolean => fmsProfiles[now].choice !== "offered"

/** Why a facility with the software `now` may not change to `next`, or null. A new facility has Not listed. */
export const fmsRefusal = (user: LoggedInUser, now: FmsId, next: FmsId): FmsFixed | FeatureNotIncluded | null => {
  if (now === next) return null
  if (fmsIsFixed(now)) return new FmsFixed({ data: { managementSoftware: now } })
  if (fmsIsFixed(next)) return new FmsFixed({ data: { managementSoftware: next } })
  return next === Fms.id.NotListed ? null : featureRefusal(user, Feature.id.FMSIntegration)
}

const { ReturnedToDropbox, AssignedOverlock, AssignedVacant, TenantUsingLock, AssignedAuction } = LockStatus.id
const { OnDropbox, AssignedOther, AssignedVendor } = LockStatus.id

/** Statuses that count as assigned or in use: a lock in one of them prevents deleting its facility (001 §3, §4). */
export const inUseStatuses: ReadonlyArray<LockStatusId> = [
  ReturnedToDropbox,
  AssignedOverlock,
  AssignedVacant,
  TenantUsingLock,
  AssignedAuction,
  OnDropbox,
  AssignedOther,
  AssignedVendor
]
