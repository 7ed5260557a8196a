import { Schema } from "effect"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"

/** Facility fields that import columns can map to. */
const facilityFieldNames = [
  "facilityName",
  "phoneNumber",
  "street",
  "city",
  "state",
  "zip",
  "email",
  "facilityDisplayName",
  "phoneNumberCustomerService",
  "no_Of_Units",
  "lat",
  "lng"
] as const

/** User fields that import columns can map to, besides the email. */
const personFieldNames = ["firstName", "lastName", "fullName", "role", "facilities", "status"] as const

/** User fields that import columns can map to. */
export const userFieldNames = ["email", ...personFieldNames] as const
export type UserFieldName = (typeof userFieldNames)[number]

/** Every field that import columns can map to: of a facility, of its FMS connection, and of a user. */
export const importFieldNames = [...facilityFieldNames, ...fmsFieldNames, ...personFieldNames] as const
export const ImportFieldName = Schema.Literals(importFieldNames)
export type ImportFieldName = typeof ImportFieldName.Type
