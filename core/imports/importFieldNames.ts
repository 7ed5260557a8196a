import { Schema } from "effect"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"

/** Facility fields that a column of an import can be. */
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

/** Fields of a user that a column of an import can be, besides the email. */
const personFieldNames = ["firstName", "lastName", "role", "facilities", "status"] as const

/** Fields of a user that a column of an import can be. */
export const userFieldNames = ["email", ...personFieldNames] as const
export type UserFieldName = (typeof userFieldNames)[number]

/** Every field that a column of an import can be: those of a facility, those its FMS is reached with, and those of a user. */
export const importFieldNames = [...facilityFieldNames, ...fmsFieldNames, ...personFieldNames] as const
export const ImportFieldName = Schema.Literals(importFieldNames)
export type ImportFieldName = typeof ImportFieldName.Type
