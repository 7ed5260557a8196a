import { cancelJob } from "#core/commands/jobCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { jobFacts } from "./jobColumns.ts"

export const verb = callVerb(cancelJob, (cancelled) => shownRecord(cancelled.data, jobFacts))
