import { activateLock } from "#core/commands/lockCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { lockFacts } from "./lockColumns.ts"

export const verb = callVerb(activateLock, (activated) => shownRecord(activated.data, lockFacts))
