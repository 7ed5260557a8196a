import { view } from "./view.ts"

/** Commands of the company list and forms besides their calls. */
export const companyFormCommands = [
  view({
    id: "companies.new",
    title: "Add Company",
    section: "Session",
    scope: "lists",
    keywords: ["create", "new", "customer"],
    call: "companies.create"
  }),
  view({ id: "companyForm.cancel", title: "Cancel Changes", section: "Session", keywords: ["discard", "reset"] }),
  view({ id: "companyForm.takeTheirs", title: "Load latest version", section: "Session", keywords: ["conflict"] }),
  view({
    id: "companyForm.copyInvitation",
    title: "Copy the invitation link",
    section: "Session",
    keywords: ["owner", "password"]
  })
] as const
