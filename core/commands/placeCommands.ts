import { withClient } from "#core/api/ApiClient.ts"
import { command } from "./Command.ts"

export const listFacilities = command({
  id: "facilities.list",
  title: "List facilities",
  section: "Facilities",
  keywords: ["sites", "stores"],
  input: {},
  risk: "reads",
  terminal: { path: ["facilities", "ls"], examples: ["lockdesk facilities ls"] },
  does: { call: "facilities.list", run: () => withClient((client) => client.facilities.list({ query: {} })) }
})

export const listUsers = command({
  id: "users.list",
  title: "List team users",
  section: "Team",
  keywords: ["people", "staff"],
  input: {},
  risk: "reads",
  terminal: { path: ["users", "ls"], examples: ["lockdesk users ls", "lockdesk users ls --all"] },
  does: { call: "users.list", run: () => withClient((client) => client.users.list({ query: {} })) }
})

export const placeCommands = [listFacilities, listUsers] as const
