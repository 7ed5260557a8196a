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

/** Every field that a column of an import can be: those of the facility, and those its FMS is reached with. */
export const importFieldNames = [...facilityFieldNames, ...fmsFieldNames] as const
export const ImportFieldName = Schema.Literals(importFieldNames)
export type ImportFieldName = typeof ImportFieldName.Type
