import { withClient } from "#core/api/ApiClient.ts"
import { command } from "./Command.ts"
import { textField } from "./fields.ts"
import { roleField } from "./roleCommands.ts"

export const viewAsRole = command({
  id: "viewing.role",
  title: "View as a role",
  section: "Team",
  keywords: ["impersonate", "see as", "preview", "permissions"],
  input: { role: roleField },
  risk: "changes",
  touches: ["session"],
  unchanged: "You are already viewing as this role.",
  terminal: { path: ["view-as", "role"], examples: ["lockdesk view-as role Vendor"] },
  does: {
    call: "viewing.start",
    run: ({ role }) => withClient((client) => client.viewing.start({ query: {}, payload: { role } }))
  }
})

export const viewAsPerson = command({
  id: "viewing.person",
  title: "View as a person",
  section: "Team",
  keywords: ["impersonate", "see as", "user", "permissions"],
  input: {
    email: {
      ...textField({ label: "User", description: "An active user by email or name", positional: true }),
      picks: "user"
    }
  },
  risk: "changes",
  touches: ["session"],
  unchanged: "You are already viewing as this person.",
  terminal: { path: ["view-as", "person"], examples: ["lockdesk view-as person agent@maple.example.com"] },
  does: {
    call: "viewing.start",
    run: ({ email }) => withClient((client) => client.viewing.start({ query: {}, payload: { email } }))
  }
})

export const endViewing = command({
  id: "viewing.end",
  title: "Stop viewing as someone else",
  section: "Team",
  keywords: ["impersonate", "back"],
  input: {},
  risk: "changes",
  touches: ["session"],
  unchanged: "You aren't viewing as someone else.",
  terminal: { path: ["view-as", "end"], examples: ["lockdesk view-as end"] },
  does: { call: "viewing.end", run: () => withClient((client) => client.viewing.end({ query: {} })) }
})

export const viewingCommands = [viewAsRole, viewAsPerson, endViewing] as const
