import { Effect } from "effect"
import { showKeysOnce } from "#core/commands/apiKeyCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = confirmedVerb(
  showKeysOnce,
  ({ once }) =>
    Effect.succeed(
      once === "yes"
        ? "Every kept secret will be deleted. Keys go on working, and no secret can be shown again."
        : "Secrets made from now on will be kept, to be shown again."
    ),
  ({ data }) => shownRecord(data, [{ heading: "Shown once", text: ({ showOnce }) => (showOnce ? "yes" : "no") }])
)
