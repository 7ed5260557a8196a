import { Schema } from "effect"
import { Fms, type FmsId } from "./fmsSystems.ts"
import { StorableText } from "#core/base/storableText.ts"
import { isBlank } from "#core/base/visibleText.ts"

/** The facility fields that configure its FMS connection (001 §3). */
export const fmsFieldNames = [
  "externalFacilityId",
  "apiFacilityID",
  "corporateCode",
  "corporateUsername",
  "corporatePassword",
  "locationCode",
  "baseUrl",
  "databaseName",
  "serverName"
] as const
export type FmsFieldName = (typeof fmsFieldNames)[number]

const FieldText = StorableText(500)

/** A facility's FMS connection; empty fields are not set. */
export const FmsFields = Schema.Struct({
  externalFacilityId: Schema.optionalKey(FieldText),
  apiFacilityID: Schema.optionalKey(FieldText),
  corporateCode: Schema.optionalKey(FieldText),
  corporateUsername: Schema.optionalKey(FieldText),
  corporatePassword: Schema.optionalKey(FieldText),
  locationCode: Schema.optionalKey(FieldText),
  baseUrl: Schema.optionalKey(FieldText),
  databaseName: Schema.optionalKey(FieldText),
  serverName: Schema.optionalKey(FieldText)
})
export type FmsFields = typeof FmsFields.Type

/** The FMS fields of a form or facility; undefined if it has none. */
export const fmsFieldsOf = (from: FmsFields): FmsFields | undefined => {
  const named = fmsFieldNames.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

/** One field of an FMS on the facility form. */
export interface FmsField {
  readonly name: FmsFieldName
  readonly label: string
  /** Whether the form requires it (001 §5; not for Via CSV). */
  readonly required: boolean
  /** Never sent back by the server: shown only as set or not set. */
  readonly secret: boolean
}

/** How an FMS is connected, and which fields its facilities need. */
export interface FmsProfile {
  /**
   * `wire` has a connector. `csv` has no public API documentation, so there is only a simulator profile and CSV, and
   * the screen says so. `none` is no FMS.
   */
  readonly connection: "wire" | "csv" | "none"
  /** How the form lists it: Storage 360 is shown but can't be changed, Hummingbird is not listed. */
  readonly choice: "offered" | "readOnly" | "hidden"
  /** Its API reports vacant units but not delinquent tenants. */
  readonly hidesDelinquency?: true
  readonly fields: ReadonlyArray<FmsField>
}

const field = (name: FmsFieldName, label: string, more: Partial<FmsField> = {}): FmsField => ({
  name,
  label,
  required: true,
  secret: name === "corporatePassword",
  ...more
})
const optional = { required: false } as const

/**
 * The connection fields of each FMS (001 §5 says which are required). The optional ones are other fields of the
 * vendor's API; if they are empty, the installation's keys are used. No connector has been tried against its vendor's
 * sandbox yet: verify that before relying on one.
 */
export const fmsProfiles: Readonly<Record<FmsId, FmsProfile>> = {
  [Fms.id.NotListed]: { connection: "none", choice: "offered", fields: [] },
  [Fms.id.StorableEdge]: {
    connection: "wire",
    choice: "offered",
    fields: [
      field("externalFacilityId", "Facility ID"),
      field("corporateUsername", "Consumer Key", optional),
      field("corporatePassword", "Consumer Secret", optional)
    ]
  },
  [Fms.id.Sitelink]: {
    connection: "wire",
    choice: "offered",
    fields: [
      field("corporateCode", "Corporate Code"),
      field("corporateUsername", "Username"),
      field("corporatePassword", "Password"),
      field("locationCode", "Location Code")
    ]
  },
  [Fms.id.StorableEasy]: {
    connection: "csv",
    choice: "offered",
    fields: [field("apiFacilityID", "Facility API Key", { secret: true })]
  },
  [Fms.id.DoorSwap]: { connection: "csv", choice: "offered", fields: [field("externalFacilityId", "Facility ID")] },
  [Fms.id.Hummingbird]: {
    connection: "wire",
    choice: "hidden",
    fields: [
      field("externalFacilityId", "Facility GDS ID"),
      field("corporateCode", "Company ID", optional),
      field("corporateUsername", "Application ID", optional),
      field("corporatePassword", "API Key", optional)
    ]
  },
  [Fms.id.WebSelfStorage]: {
    connection: "wire",
    choice: "offered",
    fields: [field("externalFacilityId", "Entity Number"), field("corporatePassword", "Access Token", optional)]
  },
  [Fms.id.SsmCloud]: {
    connection: "wire",
    choice: "offered",
    fields: [
      field("baseUrl", "Base URL"),
      field("corporateCode", "Customer Code", optional),
      field("corporatePassword", "Password"),
      field("locationCode", "Location Code", optional)
    ]
  },
  [Fms.id.Storage360]: { connection: "csv", choice: "readOnly", fields: [] },
  [Fms.id.Yardi]: {
    connection: "wire",
    choice: "offered",
    hidesDelinquency: true,
    fields: [
      field("externalFacilityId", "Property Code"),
      field("baseUrl", "Base URL"),
      field("databaseName", "Database Name"),
      field("serverName", "Server Name"),
      field("corporateUsername", "Username", optional),
      field("corporatePassword", "Password", optional)
    ]
  }
}

/** The field that selects one of an account's facilities, for systems that return all facilities of an account. */
export const facilityCodes: Partial<Readonly<Record<FmsId, FmsFieldName>>> = {
  [Fms.id.StorableEdge]: "externalFacilityId",
  [Fms.id.Sitelink]: "locationCode",
  [Fms.id.SsmCloud]: "locationCode"
}

/** The missing required fields, in the order of the form. */
export const missingFmsFields = (fms: FmsId, fields: FmsFields): ReadonlyArray<FmsField> =>
  fmsProfiles[fms].fields.filter(({ name, required }) => required && isBlank(fields[name] ?? ""))
