import { Schema } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import type { NewFacility } from "#core/facilities/FacilityForm.ts"
import { apiChangedWords, apiChangeTitle, apiStateFor, apiStates } from "#core/facilities/apiChangeWords.ts"
import type { ApiChanged } from "#core/facilities/FacilitiesApi.ts"
import { givenDigits } from "#core/facilities/phone.ts"
import { command } from "./Command.ts"
import { formFields, formOf } from "./facilityFields.ts"
import { placeField, textField } from "./fields.ts"
import { facilityDone } from "./thingDone.ts"

export const showFacility = command({
  id: "facilities.show",
  title: "Show a facility",
  section: "Facilities",
  keywords: ["site", "store", "address", "phone"],
  input: { facilityID: placeField },
  risk: "reads",
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
    name: textField({ label: "Facility name", description: "Name, unique in the company", positional: true }),
    phone: textField({ label: "Phone number", description: "10 digits" }),
    ...formFields
  },
  risk: "changes",
  touches: ["facilities", "audit"],
  terminal: {
    path: ["facilities", "create"],
    examples: [
      "lockdesk facilities create 'Elm Yard' --phone 5550100200",
      "lockdesk facilities create 'Cedar Yard' --phone 5550100200 --street '10 Cedar St' --city Fallowbrook --state OR"
    ]
  },
  done: facilityDone("was added"),
  does: {
    call: "facilities.add",
    run: ({ name, phone, ...form }) => {
      const payload: NewFacility = { ...formOf(form), facilityName: name, phoneNumber: givenDigits(phone) }
      return withClient((client) => client.facilities.add({ query: {}, payload }))
    }
  }
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
  risk: "changes",
  touches: ["facilities", "locks", "audit"],
  terminal: {
    path: ["facilities", "edit"],
    examples: [
      "lockdesk facilities edit 'Maple St' --name 'Maple Street'",
      "lockdesk facilities edit 'Maple St' --phone 5550100201 --units 240"
    ]
  },
  done: facilityDone("was changed"),
  does: {
    call: "facilities.update",
    run: ({ facilityID, name, phone, ...form }) =>
      withClient((client) =>
        client.facilities.update({
          query: {},
          payload: {
            ...formOf(form),
            facilityID,
            ...(name === undefined ? {} : { facilityName: name }),
            ...(phone === undefined ? {} : { phoneNumber: givenDigits(phone) })
          }
        })
      )
  }
})

export const removeFacility = command({
  id: "facilities.remove",
  title: "Delete a facility",
  section: "Facilities",
  keywords: ["remove", "close"],
  input: { facilityID: { ...placeField, orDeleted: true } },
  risk: "dangerous",
  touches: ["facilities", "locks", "audit"],
  unchanged: "Unchanged: already deleted.",
  terminal: {
    path: ["facilities", "rm"],
    examples: ["lockdesk facilities rm 'Maple St'", "lockdesk facilities rm 'Maple St' --yes"]
  },
  does: {
    call: "facilities.remove",
    run: ({ facilityID }) => withClient((client) => client.facilities.remove({ params: { id: facilityID }, query: {} }))
  }
})

export const setFacilityApi = command({
  id: "facilities.api",
  title: "Include a facility in the API, or exclude it",
  section: "Facilities",
  keywords: ["integration"],
  input: {
    facilityID: placeField,
    state: {
      schema: Schema.Literals(apiStates),
      label: "State",
      description: "include or exclude",
      positional: true,
      choices: apiStates
    }
  },
  risk: "dangerous",
  touches: ["facilities", "audit"],
  undo: "locks.undo",
  back: ({ facilityID }, { data, unchanged }: ApiChanged) =>
    unchanged === true ? null : { facilityID, state: apiStateFor(!data.includedInAPI) },
  asks: ({ facilityID = "", state }) => apiChangeTitle(facilityID, apiStateFor(state === "include")),
  done: ({ data }: ApiChanged) => apiChangedWords(data),
  terminal: {
    path: ["facilities", "api"],
    examples: ["lockdesk facilities api 'Maple St' exclude --yes", "lockdesk facilities api 'Maple St' include --yes"]
  },
  does: {
    call: "facilities.toggleApi",
    run: (query) => withClient((client) => client.facilities.toggleApi({ query }))
  }
})

export const facilityCommands = [showFacility, createFacility, editFacility, removeFacility, setFacilityApi] as const
