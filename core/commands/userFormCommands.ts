import { view } from "./view.ts"

/** Commands of the user list and user form besides their calls. */
export const userFormCommands = [
  view({
    id: "users.new",
    title: "Add User",
    section: "Team",
    scope: "lists",
    keywords: ["create", "new", "invite"],
    call: "users.add"
  }),
  view({ id: "users.showActive", title: "Show active users", section: "Team", scope: "lists", keywords: ["filter"] }),
  view({
    id: "users.showAll",
    title: "Show all users",
    section: "Team",
    scope: "lists",
    keywords: ["inactive", "filter"]
  }),
  view({
    id: "users.importFile",
    title: "Import Users",
    section: "Team",
    scope: "lists",
    keywords: ["csv", "excel", "file", "bulk"],
    call: "userImports.upload"
  }),
  view({ id: "userForm.cancel", title: "Cancel Changes", section: "Team", keywords: ["discard", "reset"] }),
  view({ id: "userForm.takeTheirs", title: "Load latest version", section: "Team", keywords: ["conflict"] })
] as const
