import { mustBeIdIn, UserId } from "#core/base/ids.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import type { FacilityEdit, NewFacility } from "#core/facilities/FacilityForm.ts"
import { facilityFields, facilityIssue, fmsIssues } from "#core/facilities/facilityRules.ts"
import type { FacilityPart, FacilityStep } from "#core/facilities/facilitySteps.ts"
import { type FmsFieldName, type FmsFields, fmsFieldsOf, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { FieldErrors } from "#web/app/useFieldErrors.ts"

/** Values of the form as typed. */
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
  /** -1 while none is selected (001 §5). */
  readonly managementSoftware: FmsId | -1
  readonly mode: (typeof IntegrationMode.ids)[number]
  /** Unchanged secrets are empty here. */
  readonly fms: Readonly<Partial<Record<FmsFieldName, string>>>
  /** Notification preference of each listed user, by userID. */
  readonly notifications: Readonly<Record<string, 0 | 1 | 2>>
}

/** Form values for a new facility. `fms` is false if no step asks for the FMS. */
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

/** Form values for a saved facility. */
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

/** Fields shown by each part of the form that have validation rules. */
const fieldsOf: Readonly<Record<FacilityPart, ReadonlyArray<string>>> = {
  contact: ["facilityName", "facilityDisplayName", "phoneNumber", "phoneNumberCustomerService", "email"],
  notifications: [],
  address: ["street", "city", "state", "zip"],
  fms: []
}

const unitsIssue = (text: string): FieldErrors =>
  /^\d{0,7}$/.test(text.trim()) && Number(text) <= 1_000_000
    ? {}
    : { no_Of_Units: "Number of units must be a whole number of at most 1,000,000." }

const contactAndAddress = (values: FacilityValues, part: FacilityPart, kept: FacilityDetail | null): FieldErrors =>
  Object.fromEntries(
    facilityFields
      // Keep a region saved before the list of regions existed, as the server does.
      .filter((field) => fieldsOf[part].includes(field) && (field !== "state" || values.state !== kept?.state))
      .flatMap((field) => {
        const issue = facilityIssue(field, values[field])
        return issue === null ? [] : [[field, issue]]
      })
  )

/** Whether the form changes the FMS connection. Only then is it validated, and tested before saving. */
export const fmsChanged = (values: FacilityValues, kept: FacilityDetail | null): boolean => {
  if (kept === null || values.managementSoftware !== kept.managementSoftware) return true
  if (values.mode !== (kept.mode ?? IntegrationMode.id.ViaFms)) return true
  return Object.entries(fmsSent(values)).some(([name, value]) => value !== (kept[name as FmsFieldName] ?? ""))
}

/** Saved secrets need not be retyped unless the FMS changes. */
const fmsPart = (values: FacilityValues, kept: FacilityDetail | null): FieldErrors => {
  const { managementSoftware: software, mode, fms } = values
  if (software === -1) return { managementSoftware: "Management software is required." }
  if (!fmsChanged(values, kept)) return {}
  const there = kept?.managementSoftware === software ? kept.secretsSet : []
  const known = Object.fromEntries(there.map((name) => [name, "set"]))
  return Object.fromEntries(
    fmsIssues(software, mode, { ...known, ...typed(fms) }).map((one) => [one.path, one.message])
  )
}

/** Non-empty FMS fields. */
const typed = (fms: FacilityValues["fms"]): FmsFields =>
  Object.fromEntries(Object.entries(fms).filter(([, value]) => value.trim() !== "")) as FmsFields

/** Errors of a step. `kept` is the saved facility, or null for a new one. */
export const stepIssues = (step: FacilityStep, values: FacilityValues, kept: FacilityDetail | null): FieldErrors =>
  Object.assign(
    {},
    ...step.parts.map((part) => ({
      ...contactAndAddress(values, part, kept),
      ...(part === "contact" ? unitsIssue(values.no_Of_Units) : {}),
      ...(part === "fms" ? fmsPart(values, kept) : {})
    }))
  ) as FieldErrors

/** The first invalid step before an index (001 §4: going forward validates the steps passed). */
export const firstWrong = (
  steps: ReadonlyArray<FacilityStep>,
  values: FacilityValues,
  kept: FacilityDetail | null,
  before: number
): { readonly at: number; readonly issues: FieldErrors } | null => {
  for (const [at, step] of steps.slice(0, before).entries()) {
    const issues = stepIssues(step, values, kept)
    if (Object.keys(issues).length > 0) return { at, issues }
  }
  return null
}

/** FMS fields to send: those of the selected FMS, including empty ones. An unchanged secret isn't sent. */
export const fmsSent = ({ managementSoftware, fms }: FacilityValues): FmsFields => {
  if (managementSoftware === -1) return {}
  return Object.fromEntries(
    fmsProfiles[managementSoftware].fields.flatMap(({ name, secret }) => {
      const value = (fms[name] ?? "").trim()
      return secret && value === "" ? [] : [[name, value]]
    })
  )
}

/** The request body: only the parts that the steps show. */
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
            userId: mustBeIdIn(UserId, userId),
            notificationType: 1 as const,
            notificationPreference
          }))
        }
      : {})
  }
}

/** The same as an update of a saved facility. */
export const editOf = (kept: FacilityDetail, payload: NewFacility): FacilityEdit => ({
  ...payload,
  facilityID: kept.facilityID,
  version: kept.version
})
