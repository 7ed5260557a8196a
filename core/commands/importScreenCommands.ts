import { Schema } from "effect"
import { told, view } from "./view.ts"

/** What the screen 'Add Multiple Facilities' does besides its calls. */
export const importScreenCommands = [
  view({
    id: "facilityImport.choose",
    title: "Choose a file",
    section: "Facilities",
    call: "imports.upload",
    keys: ["o"],
    keywords: ["open", "upload", "csv", "xlsx"]
  }),
  view({
    id: "facilityImport.upload",
    title: "Upload",
    section: "Facilities",
    keywords: ["import", "send", "file"],
    call: "imports.upload"
  }),
  view({
    id: "facilityImport.list",
    title: "List the facilities of the FMS",
    section: "Facilities",
    keywords: ["import", "ask", "management software"],
    call: "imports.viaSitelink"
  }),
  view({
    id: "facilityImport.template",
    title: "Download the template",
    section: "Facilities",
    keys: ["d"],
    keywords: ["xlsx", "csv", "example"]
  }),
  view({
    id: "facilityImport.viaFms",
    title: "Via FMS",
    section: "Facilities",
    keywords: ["management software", "import"]
  }),
  view({ id: "facilityImport.viaCsv", title: "Via CSV", section: "Facilities", keywords: ["file", "import"] }),
  view({
    id: "facilityImport.step",
    input: { step: told(Schema.String) },
    title: "Go to the step of the import",
    section: "Facilities",
    keywords: ["map", "check", "preview"],
    clicked: true
  }),
  view({
    id: "facilityImport.continue",
    title: "Continue an unfinished import",
    section: "Facilities",
    keywords: ["resume"]
  }),
  view({
    id: "facilityImport.checkRows",
    title: "Check the rows",
    section: "Facilities",
    keywords: ["map", "columns", "next"],
    call: "imports.map"
  }),
  view({
    id: "facilityImport.next",
    title: "Next issue",
    section: "Facilities",
    keys: ["i"],
    keywords: ["error", "jump"]
  }),
  view({
    id: "facilityImport.previous",
    title: "Previous issue",
    section: "Facilities",
    keys: ["shift+i"],
    keywords: ["error", "jump"]
  }),
  view({
    id: "facilityImport.edit",
    title: "Fix the cell",
    section: "Facilities",
    keywords: ["edit", "correct"],
    call: "imports.fix"
  }),
  view({
    id: "facilityImport.preview",
    title: "Preview the import",
    section: "Facilities",
    keywords: ["create", "update", "skip", "fail"]
  }),
  view({
    id: "facilityImport.show",
    input: { outcome: told(Schema.String) },
    title: "Show rows of one outcome",
    section: "Facilities",
    keys: ["v"],
    keywords: ["filter", "create", "update", "skip", "fail"]
  }),
  view({
    id: "facilityImport.failedRows",
    title: "Download the failed rows of the import",
    section: "Facilities",
    keywords: ["csv", "errors", "export"],
    call: "imports.errors"
  }),
  view({
    id: "facilityImport.more",
    title: "Show more rows of the import",
    section: "Facilities",
    keywords: ["next page"]
  }),
  view({
    id: "facilityImport.another",
    title: "Import another file",
    section: "Facilities",
    keywords: ["again", "new"]
  })
] as const
