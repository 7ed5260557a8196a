import { setAutomation } from "#core/commands/automationCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { releaseFacts } from "./releaseColumns.ts"

export const verb = callVerb(setAutomation, ({ data }) => shownRecord(data, releaseFacts))
