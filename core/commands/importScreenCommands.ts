import { importScreenKeys, importScreenOf } from "./importScreen.ts"
import { view } from "./view.ts"

/** Commands of the 'Add Multiple Facilities' screen besides its calls, and the keys shared by both import screens. */
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
