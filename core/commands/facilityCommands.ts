import { Effect, Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityEdit, NewFacility } from "#core/facilities/FacilityForm.ts"
import { phoneDigits } from "#core/facilities/phone.ts"
import type { FmsFieldName, FmsFields } from "#core/fms/fmsFields.ts"
import { tokenIn } from "#core/transfers/transferToken.ts"
import { command, type InputOf } from "./Command.ts"
import { facilityField, softwareField, textField } from "./fields.ts"

const placeField = { ...facilityField, positional: true } as const

/** Fields of the form that a person types, by the names that options are made of. */
const formFields = {
  publicName: textField({ label: "Public name", description: "The name tenants know it by", optional: true }),
  email: textField({ label: "Email", description: "Its e-mail address", optional: true }),
  customerServicePhone: textField({
    label: "Customer service phone",
    description: "10 digits, if it is another one",
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
    description: "The code of the region, such as OH",
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
  baseUrl: textField({ label: "Base URL", description: "Where the FMS is", optional: true }),
  databaseName: textField({ label: "Database name", description: "Of the FMS", optional: true }),
  serverName: textField({ label: "Server name", description: "Of the FMS", optional: true }),
  /** Filled in by the terminal, which asks for it unseen; never typed into a line. */
  secrets: {
    schema: Schema.Record(Schema.String, Schema.String),
    label: "Secrets",
    description: "What the FMS keeps secret",
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

/** What is said of the FMS; undefined where nothing is. */
const fmsOf = (input: FormInput): FmsFields | undefined => {
  const named = Object.entries(fmsNames).flatMap(([name, key]) =>
    input[key] === undefined ? [] : [[name, input[key]]]
  )
  const fields = { ...Object.fromEntries(named), ...input.secrets } as FmsFields
  return Object.keys(fields).length === 0 ? undefined : fields
}

const formOf = (input: FormInput): Omit<FacilityEdit, "facilityID"> => {
  const fms = fmsOf(input)
  const { publicName, email, customerServicePhone, units, street, city, state, zip, software } = input
  return {
    ...(publicName === undefined ? {} : { facilityDisplayName: publicName }),
    ...(email === undefined ? {} : { email }),
    ...(customerServicePhone === undefined ? {} : { phoneNumberCustomerService: phoneDigits(customerServicePhone) }),
    ...(units === undefined ? {} : { no_Of_Units: units }),
    ...(street === undefined ? {} : { street }),
    ...(city === undefined ? {} : { city }),
    ...(state === undefined ? {} : { state }),
    ...(zip === undefined ? {} : { zip }),
    ...(software === undefined ? {} : { managementSoftware: software }),
    ...(fms === undefined ? {} : { fms })
  }
}

export const showFacility = command({
  id: "facilities.show",
  title: "Show a facility",
  section: "Facilities",
  keywords: ["site", "store", "address", "phone"],
  input: { facilityID: placeField },
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  terminal: { path: ["facilities", "show"], examples: ["lockdesk facilities show 'Maple St'"] },
  does: {
    call: "facilities.show",
    run: ({ facilityID }) => withClient((client) => client.facilities.show({ params: { id: facilityID }, query: {} }))
  }
})

export const createFacility = command({
  id: "facilities.create",
  title: "Add a facility",
  section: "Facilities",
  keywords: ["new", "site", "store"],
  input: {
    name: textField({ label: "Facility name", description: "Its name, once in the company", positional: true }),
    phone: textField({ label: "Phone number", description: "10 digits" }),
    ...formFields
  },
  subject: "none",
  scope: "anywhere",
  risk: "changes",
  touches: ["facilities", "audit"],
  terminal: {
    path: ["facilities", "create"],
    examples: [
      "lockdesk facilities create 'Maple St' --phone 5550100200",
      "lockdesk facilities create 'Maple St' --phone 5550100200 --street '10 Maple St' --city Fallowbrook --state OR"
    ]
  },
  does: {
    call: "facilities.add",
    run: ({ name, phone, ...form }) => {
      const payload: NewFacility = { ...formOf(form), facilityName: name, phoneNumber: phoneDigits(phone) }
      return withClient((client) => client.facilities.add({ query: {}, payload }))
    }
  }
})

/** Takes over what the facility has where nothing else is said of its FMS: fields that are not sent would be gone. */
const keptFms = Effect.fnUntraced(function* (facilityID: number, form: Omit<FacilityEdit, "facilityID">) {
  if (form.fms === undefined || form.managementSoftware !== undefined) return form
  const { data } = yield* withClient((client) => client.facilities.show({ params: { id: facilityID }, query: {} }))
  return { ...form, fms: { ...data.fms?.fields, ...form.fms } }
})

export const editFacility = command({
  id: "facilities.edit",
  title: "Edit a facility",
  section: "Facilities",
  keywords: ["change", "rename", "address", "phone"],
  input: {
    facilityID: placeField,
    name: textField({ label: "Facility name", description: "Another name", optional: true }),
    phone: textField({ label: "Phone number", description: "10 digits", optional: true }),
    ...formFields
  },
  subject: "none",
  scope: "anywhere",
  risk: "changes",
  touches: ["facilities", "locks", "audit"],
  terminal: {
    path: ["facilities", "edit"],
    examples: [
      "lockdesk facilities edit 'Maple St' --name 'Maple Street'",
      "lockdesk facilities edit 'Maple St' --phone 5550100201 --units 240"
    ]
  },
  does: {
    call: "facilities.update",
    run: ({ facilityID, name, phone, ...form }) =>
      Effect.flatMap(keptFms(facilityID, formOf(form)), (kept) =>
        withClient((client) =>
          client.facilities.update({
            query: {},
            payload: {
              ...kept,
              facilityID,
              ...(name === undefined ? {} : { facilityName: name }),
              ...(phone === undefined ? {} : { phoneNumber: phoneDigits(phone) })
            }
          })
        )
      )
  }
})

export const removeFacility = command({
  id: "facilities.remove",
  title: "Delete a facility",
  section: "Facilities",
  keywords: ["remove", "close"],
  input: { facilityID: placeField },
  subject: "none",
  scope: "anywhere",
  risk: "dangerous",
  touches: ["facilities", "locks", "audit"],
  terminal: {
    path: ["facilities", "rm"],
    examples: ["lockdesk facilities rm 'Maple St'", "lockdesk facilities rm 'Maple St' --yes"]
  },
  does: {
    call: "facilities.remove",
    run: ({ facilityID }) => withClient((client) => client.facilities.remove({ params: { id: facilityID }, query: {} }))
  }
})

export const toggleFacilityApi = command({
  id: "facilities.api",
  title: "Include a facility in the API, or exclude it",
  section: "Facilities",
  keywords: ["integration", "exclude"],
  input: { facilityID: placeField },
  subject: "none",
  scope: "anywhere",
  risk: "dangerous",
  touches: ["facilities", "audit"],
  terminal: { path: ["facilities", "api"], examples: ["lockdesk facilities api 'Maple St' --yes"] },
  does: {
    call: "facilities.toggleApi",
    run: ({ facilityID }) => withClient((client) => client.facilities.toggleApi({ query: { facilityID } }))
  }
})

export const transferFacility = command({
  id: "facilities.transfer",
  title: "Transfer Facility",
  section: "Facilities",
  keywords: ["hand over", "sell", "company"],
  input: {
    facilityID: placeField,
    email: textField({
      label: "Email",
      description: "The e-mail address of an admin of the other company",
      positional: true
    })
  },
  subject: "none",
  scope: "anywhere",
  risk: "dangerous",
  touches: ["facilities", "audit"],
  terminal: {
    path: ["facilities", "transfer"],
    examples: ["lockdesk facilities transfer 'Maple St' admin@other.example.com"]
  },
  does: {
    call: "transfers.initiate",
    run: ({ facilityID, email }) =>
      withClient((client) => client.transfers.initiate({ query: {}, payload: { facilityID, email } }))
  }
})

const tokenField = textField({
  label: "Transfer",
  description: "The address in the mail, or the token at its end",
  positional: true
})

export const acceptTransfer = command({
  id: "facilities.acceptTransfer",
  title: "Accept a facility transfer",
  section: "Facilities",
  keywords: ["take over", "transfer", "token"],
  input: {
    token: tokenField,
    name: textField({ label: "Facility name", description: "Another name, where its own is taken", optional: true })
  },
  subject: "none",
  scope: "anywhere",
  risk: "dangerous",
  touches: ["facilities", "locks", "audit"],
  terminal: {
    path: ["facilities", "accept"],
    examples: ["lockdesk facilities accept 'https://console.example.com/Account/FacilityTransfer?token=...'"]
  },
  does: {
    call: "transfers.accept",
    run: ({ token, name }) =>
      withClient((client) =>
        client.transfers.accept({
          query: {},
          payload: { token: tokenIn(token), ...(name === undefined ? {} : { facilityName: name }) }
        })
      )
  }
})

/** What a transfer offers, before it is accepted. */
export const showTransfer = command({
  id: "facilities.showTransfer",
  title: "Show a facility transfer",
  section: "Facilities",
  keywords: ["offer", "token"],
  input: { token: tokenField },
  subject: "none",
  scope: "anywhere",
  risk: "reads",
  touches: [],
  does: {
    call: "transfers.offer",
    run: ({ token }) => withClient((client) => client.transfers.offer({ query: { token: tokenIn(token) } }))
  }
})

export const facilityCommands = [
  showFacility,
  createFacility,
  editFacility,
  removeFacility,
  toggleFacilityApi,
  transferFacility,
  showTransfer,
  acceptTransfer
] as const
