import { importScreenOf } from "./importScreen.ts"
import { view } from "./view.ts"

/** What the screen 'Add Multiple Facilities' does besides its calls. */
export const importScreenCommands = [
  ...importScreenOf("facilityImport", "imports", "Facilities", {
    choose: "o",
    template: "d",
    next: "i",
    previous: "shift+i",
    show: "v"
  }),
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
