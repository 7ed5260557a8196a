import { listJobs } from "#core/commands/jobCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { jobColumns } from "./jobColumns.ts"

export const verb = callVerb(listJobs, (found) => shownList("jobs", found.data, jobColumns))
