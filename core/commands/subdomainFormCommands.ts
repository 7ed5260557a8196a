import { Schema } from "effect"
import { passed, view } from "./view.ts"

/** Commands of the subdomain list and wizard besides their calls. */
export const subdomainFormCommands = [
  view({
    id: "subdomains.new",
    title: "Add Subdomain",
    section: "Settings",
    scope: "lists",
    keywords: ["create", "new", "portal"],
    call: "subdomains.create"
  }),
  view({
    id: "subdomainForm.step",
    input: { step: passed(Schema.String) },
    title: "Go to the step",
    section: "Settings",
    clicked: true
  }),
  view({ id: "subdomainForm.next", title: "Next", section: "Settings", keywords: ["step", "continue"] }),
  view({ id: "subdomainForm.back", title: "Previous", section: "Settings", keywords: ["step", "back"] }),
  view({ id: "subdomainForm.removeLogo", title: "Remove logo", section: "Settings", keywords: ["image"] }),
  view({ id: "subdomainForm.mark", title: "Select a facility", section: "Settings", clicked: true }),
  view({ id: "subdomainForm.assignAll", title: "Move all right", section: "Settings", keywords: ["assign"] }),
  view({ id: "subdomainForm.assign", title: "Move selected right", section: "Settings", keywords: ["assign"] }),
  view({ id: "subdomainForm.unassign", title: "Move selected left", section: "Settings", keywords: ["unassign"] }),
  view({ id: "subdomainForm.unassignAll", title: "Move all left", section: "Settings", keywords: ["unassign"] }),
  view({
    id: "subdomainForm.showTaken",
    title: "Show/Hidden Assigned",
    section: "Settings",
    keywords: ["facilities", "other subdomains"]
  }),
  view({ id: "subdomainForm.takeTheirs", title: "Load latest version", section: "Settings", keywords: ["conflict"] })
] as const
