import { showLock } from "#core/commands/lockCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownRecord } from "#cli/output/shown.ts"
import { shownLockFacts } from "./lockColumns.ts"

export const verb = callVerb(showLock, (found) => shownRecord(found.data, shownLockFacts))
