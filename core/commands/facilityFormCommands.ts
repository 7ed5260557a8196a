import { Schema } from "effect"
import { passed, view } from "./view.ts"

/** Commands of the facility list, the facility form and the transfer page besides their calls. */
export const facilityFormCommands = [
  view({
    id: "facilities.new",
    title: "Add Single Facility",
    section: "Facilities",
    scope: "lists",
    keywords: ["create", "new"],
    call: "facilities.add"
  }),
  view({
    id: "facilities.newMany",
    title: "Add Multiple Facilities",
    section: "Facilities",
    keywords: ["import", "csv"],
    call: "imports.upload"
  }),
  view({
    id: "facilities.nearest",
    title: "Use the nearest facility",
    section: "Facilities",
    keywords: ["location", "distance", "geolocation"]
  }),
  view({ id: "facilities.copyId", title: "Copy the Facility ID", section: "Facilities", keywords: ["clipboard"] }),
  view({
    id: "facilityForm.step",
    input: { step: passed(Schema.String) },
    title: "Go to the step",
    section: "Facilities",
    clicked: true
  }),
  view({ id: "facilityForm.next", title: "Next", section: "Facilities", keywords: ["step", "continue"] }),
  view({ id: "facilityForm.back", title: "Back", section: "Facilities", keywords: ["step", "previous"] }),
  view({
    id: "facilityForm.place",
    input: { place: passed(Schema.Number) },
    title: "Use this address",
    section: "Facilities",
    clicked: true
  }),
  view({
    id: "facilityForm.transfer",
    title: "Transfer Facility",
    section: "Facilities",
    keywords: ["hand over", "company"],
    call: "transfers.initiate"
  }),
  view({
    id: "facilityForm.copyLink",
    title: "Copy the transfer link",
    section: "Facilities",
    keywords: ["clipboard", "offer"]
  }),
  view({ id: "facilityForm.keep", title: "Cancel Transfer", section: "Facilities", keywords: ["keep"] }),
  view({ id: "facilityForm.takeTheirs", title: "Load latest version", section: "Facilities", keywords: ["conflict"] }),
  view({
    id: "facilities.declineTransfer",
    title: "Decline a facility transfer",
    section: "Facilities",
    keywords: ["refuse", "offer"]
  }),
  view({ id: "upgrade.open", title: "Upgrade", section: "View", keywords: ["plan", "subscription", "tier"] })
] as const
