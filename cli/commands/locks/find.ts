import { findLocks } from "#core/commands/lockCommands.ts"
import { callVerb } from "#cli/commands/Verb.ts"
import { shownList } from "#cli/output/shown.ts"
import { lockColumns } from "./lockColumns.ts"

export const verb = callVerb(findLocks, (found) => shownList("locks", found.data, lockColumns, found.totalCount))
