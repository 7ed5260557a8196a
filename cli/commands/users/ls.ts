import { Effect } from "effect"
import { listUsers } from "#core/commands/placeCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { namesFor } from "./shownUser.ts"
import { userColumns } from "./userColumns.ts"

export const verb = listVerb(listUsers, {
  noun: "users",
  // As in the console's list (002 §4).
  onlyWithAll: { is: ({ status }) => !status, one: "inactive user", several: "inactive users" },
  columns: ({ data }, call) => Effect.map(namesFor(call, data), userColumns)
})
