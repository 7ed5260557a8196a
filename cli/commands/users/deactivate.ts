import { Effect } from "effect"
import { listUsers } from "#core/commands/placeCommands.ts"
import { deactivateUser } from "#core/commands/userCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { runOf } from "#core/commands/runOf.ts"
import { shownUser } from "./shownUser.ts"

export const verb = confirmedVerb(
  deactivateUser,
  ({ userID }) =>
    Effect.map(runOf(listUsers)({}), ({ data }) => {
      const user = data.find((each) => each.userID === userID)
      return `${user?.name ?? "The user"} (${user?.email ?? userID}) will be deactivated and signed out everywhere.`
    }),
  shownUser
)
