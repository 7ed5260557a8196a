import { showFacility } from "#core/commands/facilityCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { facilityFacts } from "./facilityColumns.ts"

export const verb = callVerb(showFacility, (answer) => shownRecord(answer.data, facilityFacts))
