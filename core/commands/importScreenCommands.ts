import { importScreenKeys, importScreenOf } from "./importScreen.ts"
import { view } from "./view.ts"

/** What the screen 'Add Multiple Facilities' does besides its calls, and what has keys on both screens of imports. */
export const importScreenCommands = [
  ...importScreenKeys,
  ...importScreenOf("facilityImport", "imports", "Facilities"),
  view({
    id: "facilityImport.list",
    title: "List the facilities of the FMS",
    section: "Facilities",
    keywords: ["import", "ask", "management software"],
    call: "imports.viaSitelink"
  }),
  view({
    id: "facilityImport.viaFms",
    title: "Via FMS",
    section: "Facilities",
    keywords: ["management software", "import"]
  }),
  view({ id: "facilityImport.viaCsv", title: "Via CSV", section: "Facilities", keywords: ["file", "import"] })
] as const
