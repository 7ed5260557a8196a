import { Effect } from "effect"
import { showKeysOnce } from "#core/commands/apiKeyCommands.ts"
import { confirmedVerb } from "#cli/commands/confirmedVerb.ts"
import { shownRecord } from "#cli/output/shown.ts"

export const verb = confirmedVerb(
  showKeysOnce,
  ({ once }) =>
    Effect.succeed(
      once === "yes"
        ? "Every kept secret will be deleted. Keys keep working, but no secret can be shown again."
        : "New secrets will be kept, so they can be shown again."
    ),
  ({ data }) => shownRecord(data, [{ heading: "Shown once", text: ({ showOnce }) => (showOnce ? "yes" : "no") }])
)
