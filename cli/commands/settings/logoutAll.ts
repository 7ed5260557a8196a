import { Effect } from "effect"
import { logOutAllUsers } from "#core/commands/settingsCommands.ts"
import { logOutAllQuestion } from "#core/settings/logOutAllWords.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { currentUser } from "#cli/session.ts"

export const verb = confirmedVerb(
  logOutAllUsers,
  (_, { data }) => Effect.map(currentUser, ({ companyName }) => logOutAllQuestion(companyName, data)),
  ({ data }) =>
    shownRecord(data, [
      { heading: "Users logged out", text: ({ users }) => String(users) },
      { heading: "Sessions ended", text: ({ ended }) => String(ended) }
    ])
)
