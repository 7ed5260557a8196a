import { RevealNotificationPreference } from "#core/automations/messages.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { phoneShown } from "#core/facilities/phone.ts"
import { regionShown } from "#core/facilities/regions.ts"
import { fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { Column } from "#cli/output/table.ts"

const { Disabled, Sms } = RevealNotificationPreference.id

const address = ({ street, city, state, zip }: FacilityDetail): string =>
  [street, city, state === "" ? "" : regionShown(state), zip].filter((part) => part !== "").join(", ")

/** The FMS connection: each field that is set; secrets without their value. */
const connection = (facility: FacilityDetail): string => {
  const { managementSoftware, mode } = facility
  if (mode === null) return ""
  const set = new Set<string>(facility.secretsSet)
  const named = fmsProfiles[managementSoftware as FmsId].fields.flatMap(({ name, label }) => {
    const value = set.has(name) ? "set" : (facility[name] ?? "")
    return value === "" ? [] : [`${label} ${value}`]
  })
  return managementSoftware === Fms.id.NotListed ? "" : [IntegrationMode.label(mode), ...named].join(", ")
}

/** A facility, line by line. */
export const facilityFacts: ReadonlyArray<Column<FacilityDetail>> = [
  { heading: "Id", text: (facility) => String(facility.facilityID) },
  { heading: "Name", text: (facility) => facility.facilityName },
  { heading: "Public name", text: (facility) => facility.facilityDisplayName },
  { heading: "Phone", text: (facility) => phoneShown(facility.phoneNumber) },
  { heading: "Customer service", text: (facility) => phoneShown(facility.phoneNumberCustomerService) },
  { heading: "Email", text: (facility) => facility.email },
  { heading: "Address", text: address },
  { heading: "Units", text: (facility) => String(facility.no_Of_Units) },
  { heading: "Locks", text: (facility) => String(facility.no_of_locks) },
  { heading: "FMS", text: (facility) => facility.managementSoftwareType },
  { heading: "Connection", text: connection },
  {
    heading: "Notified of reveals",
    text: ({ userReportNotifications }) =>
      userReportNotifications
        .filter(({ notificationPreference }) => notificationPreference !== Disabled)
        .map(({ userEmail, notificationPreference }) =>
          notificationPreference === Sms ? `${userEmail} (SMS: not available yet)` : userEmail
        )
        .join(", ")
  },
  { heading: "Offered to", text: ({ transferTo }) => transferTo ?? "" },
  { heading: "In the API", text: (facility) => (facility.includedInAPI ? "yes" : "no") },
  { heading: "Active", text: (facility) => (facility.isActive ? "yes" : "no") }
]
