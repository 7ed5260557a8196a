import { serialOf } from "#core/base/serialText.ts"
import { findLocks } from "#core/commands/lockCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { mustNotBeElsewhere } from "#cli/input/companyOfLock.ts"
import { lockColumns, lockPieces } from "#cli/output/lockColumns.ts"

export const verb = listVerb(findLocks, {
  noun: "locks",
  columns: lockColumns,
  pieces: lockPieces,
  whenNone: ({ text }) => mustNotBeElsewhere(serialOf(text ?? ""))
})
