import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import type { FacilityEdit, NewFacility } from "#core/facilities/FacilityForm.ts"
import { facilityFields, facilityIssue, fmsIssues } from "#core/facilities/facilityRules.ts"
import type { FacilityPart, FacilityStep } from "#core/facilities/facilitySteps.ts"
import { type FmsFieldName, type FmsFields, fmsFieldsOf, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"

/** What the form holds, as it is typed. */
export interface FacilityValues {
  readonly facilityName: string
  readonly facilityDisplayName: string
  readonly phoneNumber: string
  readonly phoneNumberCustomerService: string
  readonly email: string
  readonly no_Of_Units: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly lat: number | null
  readonly lng: number | null
  /** -1 while none is chosen (001 §5). */
  readonly managementSoftware: FmsId | -1
  readonly mode: (typeof IntegrationMode.ids)[number]
  /** Secrets that stay as they are stand here as nothing. */
  readonly fms: Readonly<Partial<Record<FmsFieldName, string>>>
  /** Preference of each user on the list, by userID. */
  readonly notifications: Readonly<Record<string, 0 | 1 | 2>>
}

/** What is wrong, by the path of its field; a field that is right is absent. */
export type FacilityIssues = Readonly<Record<string, string>>

/** The form of a facility that is not there yet. `fms` false: there is no step that asks for its software. */
export const newValues = (fms: boolean): FacilityValues => ({
  facilityName: "",
  facilityDisplayName: "",
  phoneNumber: "",
  phoneNumberCustomerService: "",
  email: "",
  no_Of_Units: "",
  street: "",
  city: "",
  state: "",
  zip: "",
  lat: null,
  lng: null,
  managementSoftware: fms ? -1 : Fms.id.NotListed,
  mode: IntegrationMode.id.ViaFms,
  fms: {},
  notifications: {}
})

const isFms = (id: number): id is FmsId => Fms.isId(id)

/** The form of a facility as it is. */
export const valuesOf = (detail: FacilityDetail): FacilityValues => ({
  facilityName: detail.facilityName,
  facilityDisplayName: detail.facilityDisplayName,
  phoneNumber: detail.phoneNumber,
  phoneNumberCustomerService: detail.phoneNumberCustomerService,
  email: detail.email,
  no_Of_Units: detail.no_Of_Units === 0 ? "" : String(detail.no_Of_Units),
  street: detail.street,
  city: detail.city,
  state: detail.state,
  zip: detail.zip,
  lat: detail.lat,
  lng: detail.lng,
  managementSoftware: isFms(detail.managementSoftware) ? detail.managementSoftware : Fms.id.NotListed,
  mode: detail.mode ?? IntegrationMode.id.ViaFms,
  fms: { ...fmsFieldsOf(detail) },
  notifications: Object.fromEntries(
    detail.userReportNotifications.map(({ userId, notificationPreference }) => [String(userId), notificationPreference])
  )
})

/** The fields that a part of the form shows, of those that rules look at. */
const fieldsOf: Readonly<Record<FacilityPart, ReadonlyArray<string>>> = {
  contact: ["facilityName", "facilityDisplayName", "phoneNumber", "phoneNumberCustomerService", "email"],
  notifications: [],
  address: ["street", "city", "state", "zip"],
  fms: []
}

const unitsIssue = (text: string): FacilityIssues =>
  /^\d{0,7}$/.test(text.trim()) && Number(text) <= 1_000_000
    ? {}
    : { no_Of_Units: "Number of units must be a whole number of at most 1,000,000." }

const contactAndAddress = (values: FacilityValues, part: FacilityPart, kept: FacilityDetail | null): FacilityIssues =>
  Object.fromEntries(
    facilityFields
      // A region from before the list of regions stays, as at the server.
      .filter((field) => fieldsOf[part].includes(field) && (field !== "state" || values.state !== kept?.state))
      .flatMap((field) => {
        const issue = facilityIssue(field, values[field])
        return issue === null ? [] : [[field, issue]]
      })
  )

/** Whether the form changes how the FMS is reached: only then is it looked at, and tried before it is saved. */
export const fmsChanged = (values: FacilityValues, kept: FacilityDetail | null): boolean => {
  if (kept === null || values.managementSoftware !== kept.managementSoftware) return true
  if (values.mode !== (kept.mode ?? IntegrationMode.id.ViaFms)) return true
  return Object.entries(fmsSent(values)).some(([name, value]) => value !== (kept[name as FmsFieldName] ?? ""))
}

/** Secrets that are kept already need not be typed again, as long as the software is the same. */
const fmsPart = (values: FacilityValues, kept: FacilityDetail | null): FacilityIssues => {
  const { managementSoftware: software, mode, fms } = values
  if (software === -1) return { managementSoftware: "Management software is required." }
  if (!fmsChanged(values, kept)) return {}
  const there = kept?.managementSoftware === software ? kept.secretsSet : []
  const known = Object.fromEntries(there.map((name) => [name, "set"]))
  return Object.fromEntries(
    fmsIssues(software, mode, { ...known, ...typed(fms) }).map((one) => [one.path, one.message])
  )
}

/** FMS fields that hold something. */
const typed = (fms: FacilityValues["fms"]): FmsFields =>
  Object.fromEntries(Object.entries(fms).filter(([, value]) => value.trim() !== "")) as FmsFields

/** What is wrong in a step. `kept` is the facility as it is, or null for a new one. */
export const stepIssues = (step: FacilityStep, values: FacilityValues, kept: FacilityDetail | null): FacilityIssues =>
  Object.assign(
    {},
    ...step.parts.map((part) => ({
      ...contactAndAddress(values, part, kept),
      ...(part === "contact" ? unitsIssue(values.no_Of_Units) : {}),
      ...(part === "fms" ? fmsPart(values, kept) : {})
    }))
  ) as FacilityIssues

/** The first step with something wrong in it, among those before a place (001 §4: going forward validates what is passed). */
export const firstWrong = (
  steps: ReadonlyArray<FacilityStep>,
  values: FacilityValues,
  kept: FacilityDetail | null,
  before: number
): { readonly at: number; readonly issues: FacilityIssues } | null => {
  for (const [at, step] of steps.slice(0, before).entries()) {
    const issues = stepIssues(step, values, kept)
    if (Object.keys(issues).length > 0) return { at, issues }
  }
  return null
}

/** The FMS fields to send: those of the chosen software, emptied ones as well; an untouched secret is not sent. */
export const fmsSent = ({ managementSoftware, fms }: FacilityValues): FmsFields => {
  if (managementSoftware === -1) return {}
  return Object.fromEntries(
    fmsProfiles[managementSoftware].fields.flatMap(({ name, secret }) => {
      const value = (fms[name] ?? "").trim()
      return secret && value === "" ? [] : [[name, value]]
    })
  )
}

/** What is sent: the parts that the steps show, and nothing of those they do not. */
export const payloadOf = (values: FacilityValues, steps: ReadonlyArray<FacilityStep>): NewFacility => {
  const parts = new Set(steps.flatMap((step) => step.parts))
  const { facilityName, facilityDisplayName, phoneNumber, phoneNumberCustomerService, email } = values
  const { street, city, state, zip, lat, lng, managementSoftware, mode } = values
  return {
    facilityName: facilityName.trim(),
    facilityDisplayName: facilityDisplayName.trim(),
    phoneNumber,
    phoneNumberCustomerService,
    email: email.trim(),
    no_Of_Units: values.no_Of_Units.trim() === "" ? null : Number(values.no_Of_Units),
    street: street.trim(),
    city: city.trim(),
    state: state.trim(),
    zip: zip.trim(),
    lat,
    lng,
    ...(parts.has("fms") && managementSoftware !== -1 ? { managementSoftware, mode, ...fmsSent(values) } : {}),
    ...(parts.has("notifications")
      ? {
          userReportNotifications: Object.entries(values.notifications).map(([userId, notificationPreference]) => ({
            userId: Number(userId),
            notificationType: 1 as const,
            notificationPreference
          }))
        }
      : {})
  }
}

/** The same as a change of a facility that is there. */
export const editOf = (kept: FacilityDetail, payload: NewFacility): FacilityEdit => ({
  ...payload,
  facilityID: kept.facilityID,
  version: kept.version
})

/** Issues that the server named, by the field of the form. */
export const issuesOf = (issues: ReadonlyArray<{ readonly path: string; readonly message: string }>): FacilityIssues =>
  Object.fromEntries(issues.map(({ path, message }) => [path, message]))
