import { Effect } from "effect"
import { logOutAllUsers } from "#core/commands/settingsCommands.ts"
import { logOutAllWords } from "#core/settings/logOutAllWords.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { currentUser } from "#cli/session.ts"

export const verb = confirmedVerb(
  logOutAllUsers,
  () => Effect.map(currentUser, ({ companyName }) => logOutAllWords(companyName).join("\n")),
  ({ data }) => shownRecord(data, [{ heading: "Sessions ended", text: ({ ended }) => String(ended) }])
)
