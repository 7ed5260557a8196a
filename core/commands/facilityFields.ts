import { Schema } from "effect"
import type { FacilityEdit } from "#core/facilities/FacilityForm.ts"
import { givenDigits } from "#core/facilities/phone.ts"
import type { FmsFieldName, FmsFields } from "#core/fms/fmsFields.ts"
import type { InputOf } from "./Command.ts"
import { textField } from "./fields.ts"
import { softwareField } from "./softwareField.ts"

/** Fields of the facility form that a person types, by option name. */
export const formFields = {
  publicName: textField({ label: "Public name", description: "The name tenants know it by", optional: true }),
  email: textField({ label: "Email", description: "Its email address", optional: true }),
  customerServicePhone: textField({
    label: "Customer service phone",
    description: "10 digits, if different",
    optional: true
  }),
  units: {
    schema: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
    label: "Units",
    description: "How many units it has",
    optional: true
  },
  street: textField({ label: "Address", description: "Street and number, 4 to 60 characters", optional: true }),
  city: textField({ label: "City", description: "The city", optional: true }),
  state: textField({
    label: "State/Province/Region",
    description: "The region by its code or full name, such as OH or Ohio",
    optional: true
  }),
  zip: textField({ label: "Zip", description: "The postal code", optional: true }),
  software: { ...softwareField, optional: true },
  externalId: textField({
    label: "FMS facility",
    description: "Facility ID, entity number, GDS ID or property code in the FMS",
    optional: true
  }),
  corporateCode: textField({ label: "Corporate code", description: "Of the FMS account", optional: true }),
  corporateUsername: textField({ label: "FMS username", description: "Of the FMS account", optional: true }),
  locationCode: textField({ label: "Location code", description: "Of the facility in the FMS", optional: true }),
  baseUrl: textField({ label: "Base URL", description: "The URL of the FMS", optional: true }),
  databaseName: textField({ label: "Database name", description: "Of the FMS", optional: true }),
  serverName: textField({ label: "Server name", description: "Of the FMS", optional: true }),
  /** Filled in by the terminal, which prompts for it without echo; never typed on a command line. */
  secrets: {
    schema: Schema.Record(Schema.String, Schema.String),
    label: "Secrets",
    description: "The FMS password, key or token",
    optional: true,
    asked: "never"
  }
} as const

type FormInput = InputOf<typeof formFields>

const fmsNames = {
  externalFacilityId: "externalId",
  corporateCode: "corporateCode",
  corporateUsername: "corporateUsername",
  locationCode: "locationCode",
  baseUrl: "baseUrl",
  databaseName: "databaseName",
  serverName: "serverName"
} as const satisfies Partial<Record<FmsFieldName, keyof FormInput>>

/** The FMS connection settings in the input. */
const fmsOf = (input: FormInput): FmsFields => {
  const named = Object.entries(fmsNames).flatMap(([name, key]) =>
    input[key] === undefined ? [] : [[name, input[key]]]
  )
  return { ...Object.fromEntries(named), ...input.secrets } as FmsFields
}

/** The request body of the form; fields that were not typed are left out. */
export const formOf = (input: FormInput): Omit<FacilityEdit, "facilityID"> => {
  const { publicName, email, customerServicePhone, units, street, city, state, zip, software } = input
  return {
    ...(publicName === undefined ? {} : { facilityDisplayName: publicName }),
    ...(email === undefined ? {} : { email }),
    ...(customerServicePhone === undefined ? {} : { phoneNumberCustomerService: givenDigits(customerServicePhone) }),
    ...(units === undefined ? {} : { no_Of_Units: units }),
    ...(street === undefined ? {} : { street }),
    ...(city === undefined ? {} : { city }),
    ...(state === undefined ? {} : { state }),
    ...(zip === undefined ? {} : { zip }),
    ...(software === undefined ? {} : { managementSoftware: software }),
    ...fmsOf(input)
  }
}
