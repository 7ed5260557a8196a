import { mostNewest } from "#core/base/paging.ts"
import { listOwnChanges } from "#core/commands/undoCommands.ts"
import { listVerb } from "#cli/commands/listVerb.ts"
import { ownChangeColumns } from "./ownChangeColumns.ts"

export const verb = listVerb(listOwnChanges, {
  noun: "changes",
  columns: ownChangeColumns,
  pieces: { most: mostNewest, after: ({ seq }) => ({ from: seq }) }
})
