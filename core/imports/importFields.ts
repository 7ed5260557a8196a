import { type fmsFieldNames, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { ImportKind } from "#core/jobs/Job.ts"
import { splitNameText } from "./fullName.ts"
import type { ImportFieldName, UserFieldName } from "./importFieldNames.ts"

/** One row of the table from which templates, presets and checks are derived. */
export interface ImportField {
  readonly name: ImportFieldName
  /** Its label on screen and, with ` *` if it is required, in templates. */
  readonly label: string
  /** Required for a new facility. */
  readonly required: boolean
  /** Stored encrypted and never shown again. */
  readonly secret: boolean
  /** Other accepted headers, ignoring case, spaces and punctuation. */
  readonly synonyms: ReadonlyArray<string>
  /** An example value. */
  readonly example: string
  /** What is read from a sample, if that is not the sample itself. */
  readonly reads?: (sample: string) => string
  /** Fields it replaces. It is proposed only for a known header, if no column has one of them, and templates omit it. */
  readonly insteadOf?: ReadonlyArray<ImportFieldName>
}

const of = (
  name: ImportFieldName,
  label: string,
  example: string,
  synonyms: ReadonlyArray<string>,
  required = false
): ImportField => ({ name, label, example, synonyms, required, secret: false })

/** Columns of every import, in template order. Required are those marked in 001 §5, and the street. */
const facilityColumns: ReadonlyArray<ImportField> = [
  of(
    "facilityName",
    "Facility Name",
    "Maple St",
    ["name", "facility", "site name", "site", "store name", "store", "location name", "property name", "facilityName"],
    true
  ),
  of(
    "phoneNumber",
    "Phone Number",
    "5550100200",
    ["phone", "telephone", "tel", "facility phone", "site phone", "main phone", "phone no"],
    true
  ),
  of(
    "street",
    "Address",
    "10 Maple St",
    ["street", "street address", "address 1", "address line 1", "addr 1", "site address", "facility address"],
    true
  ),
  of("city", "City", "Fallowbrook", ["town", "site city", "locality"]),
  of("state", "State/Province/Region", "OR", ["state", "province", "region", "state province", "site state"]),
  of("zip", "Zip", "07030", ["zip code", "postal code", "postcode", "zipcode", "post code"]),
  of("email", "Email", "maple@example.com", ["e-mail", "email address", "mail", "contact email", "site email"]),
  of("facilityDisplayName", "Public Name", "Maple Street Storage", ["display name", "facilityDisplayName", "brand"]),
  of("phoneNumberCustomerService", "Customer Service Phone Number", "5550100201", [
    "customer service phone",
    "customer service",
    "support phone",
    "call center phone"
  ]),
  of("no_Of_Units", "Number of Units", "240", ["units", "unit count", "no of units", "total units", "unit total"]),
  of("lat", "Latitude", "44.9429", ["lat"]),
  of("lng", "Longitude", "-123.0351", ["lng", "lon", "long"])
]

/** Other accepted headers of FMS fields, besides their labels on the facility form. */
const fmsSynonyms: Readonly<Record<(typeof fmsFieldNames)[number], ReadonlyArray<string>>> = {
  externalFacilityId: ["externalFacilityId", "fms facility id", "external id", "facility uuid", "facility number"],
  apiFacilityID: ["apiFacilityID", "api key"],
  corporateCode: ["corporateCode", "corp code", "company code"],
  corporateUsername: ["corporateUsername", "corp username", "user name", "fms username", "login"],
  corporatePassword: ["corporatePassword", "corp password", "fms password"],
  locationCode: ["locationCode", "loc code", "location", "site code", "store number"],
  baseUrl: ["baseUrl", "url", "server url", "web address"],
  databaseName: ["databaseName", "database", "db name"],
  serverName: ["serverName", "server"]
}

/** The columns of an import for an FMS: those of every facility, then its connection fields. */
export const importFields = (fms: FmsId): ReadonlyArray<ImportField> => [
  ...facilityColumns,
  ...fmsProfiles[fms].fields.map(({ name, label, secret }): ImportField => ({
    name,
    label,
    required: false,
    secret,
    synonyms: fmsSynonyms[name],
    example: ""
  }))
]

/** The label of a facility field, whatever the FMS. */
export const facilityLabel = (name: ImportFieldName): string =>
  facilityColumns.find((field) => field.name === name)?.label ?? name

const person = (
  name: UserFieldName,
  label: string,
  synonyms: ReadonlyArray<string>,
  required = false
): ImportField & { readonly name: UserFieldName } => ({ name, label, required, secret: false, synonyms, example: "" })

/** Columns of a user import, in template order. The email identifies the user; new users also need names and a role. */
export const userImportFields: ReadonlyArray<ImportField & { readonly name: UserFieldName }> = [
  person("email", "Email", ["email address", "mail", "login", "user email"], true),
  person("firstName", "First name", ["first", "given name", "forename"]),
  person("lastName", "Last name", ["last", "surname", "family name"]),
  {
    ...person("fullName", "First and last name", ["name", "full name", "employee", "employee name", "contact name"]),
    reads: splitNameText,
    insteadOf: ["firstName", "lastName"]
  },
  person("role", "Role", ["role name", "role id", "user type", "user role"]),
  person("facilities", "Facilities", ["facility", "facility names", "sites", "stores", "locations"]),
  person("status", "Status", ["active", "is active", "state", "enabled"])
]

/** The columns of an import by its kind; user imports ignore the software. */
export const fieldsOfImport = (kind: ImportKind, software: FmsId): ReadonlyArray<ImportField> =>
  kind === "importUsers" ? userImportFields : importFields(software)

/** The fields of a template. */
export const templateFields = (fields: ReadonlyArray<ImportField>): ReadonlyArray<ImportField> =>
  fields.filter(({ insteadOf }) => insteadOf === undefined)

/** A field's header in templates: required ones are marked (001 §5). */
export const templateHeader = ({ label, required }: ImportField): string => (required ? `${label} *` : label)

/** Finds a field by name. */
export const fieldNamed = (fields: ReadonlyArray<ImportField>, name: ImportFieldName | null): ImportField | undefined =>
  fields.find((field) => field.name === name)

/** The path of the template of an FMS (001 §7). */
export const templatePath = (fms: FmsId): string => `/static/csv/${encodeURIComponent(Fms.label(fms))}.xlsx`

/** The path of the template for importing users. */
export const userTemplatePath = "/static/csv/Users.xlsx"
