import { Schema } from "effect"
import { Fms, type FmsId } from "./fmsSystems.ts"
import { StorableText } from "#core/base/storableText.ts"
import { isBlank } from "#core/base/visibleText.ts"

/** Names of the facility fields that say how its FMS is reached (001 §3). */
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

/** What a facility's FMS is reached with; a field that is empty is not set. */
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

/** The FMS fields among those of a form or of a facility; undefined where it has none of them. */
export const fmsFieldsOf = (from: FmsFields): FmsFields | undefined => {
  const named = fmsFieldNames.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))
  return named.length === 0 ? undefined : Object.fromEntries(named)
}

/** One field of an FMS as the facility form asks for it. */
export interface FmsField {
  readonly name: FmsFieldName
  readonly label: string
  /** Without it the form is not sent (001 §5; skipped for Via CSV). */
  readonly required: boolean
  /** Never leaves the server again: shown as set or not set. */
  readonly secret: boolean
}

/** How an FMS is connected, and what a facility of it is asked for. */
export interface FmsProfile {
  /**
   * `wire` has a connector. `csv` has no public reference: a simulator profile and CSV only, and the screen says so.
   * `none` is no FMS.
   */
  readonly connection: "wire" | "csv" | "none"
  /** How the choice of management software offers it: Storage 360 stands but cannot be changed, Hummingbird is not offered. */
  readonly choice: "offered" | "readOnly" | "hidden"
  /** Its wire tells which units are vacant, and not who is behind with paying. */
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
 * What each FMS is reached with (001 §5 for what is required). The optional fields are those the vendor's wire has
 * besides; where they are empty, the keys of the installation are used. No wire has been tried against its vendor's
 * sandbox yet: verify there before relying on one.
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

/** The field that says which of an account's facilities is meant, of systems that tell all facilities of an account. */
export const facilityCodes: Partial<Readonly<Record<FmsId, FmsFieldName>>> = {
  [Fms.id.StorableEdge]: "externalFacilityId",
  [Fms.id.Sitelink]: "locationCode",
  [Fms.id.SsmCloud]: "locationCode"
}

/** The required fields that are not there, in the order of the form. */
export const missingFmsFields = (fms: FmsId, fields: FmsFields): ReadonlyArray<FmsField> =>
  fmsProfiles[fms].fields.filter(({ name, required }) => required && isBlank(fields[name] ?? ""))
