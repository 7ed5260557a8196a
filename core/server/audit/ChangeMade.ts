import { Context, Effect } from "effect"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import { canBeUndone } from "#core/audit/undoableActions.ts"

/** The audit number of the last undoable change in the current call; null if the caller does not need it. */
export const ChangeMade = Context.Reference<{ seq: number | null } | null>("lockdesk/server/audit/ChangeMade", {
  defaultValue: () => null
})

/** Notes the record of a change, so that the response can name it (`changeHeader`). */
export const noteChange = (
  { action, detail = {} }: { readonly action: AuditAction; readonly detail?: Readonly<Record<string, unknown>> },
  seq: number
): Effect.Effect<void> =>
  Effect.map(ChangeMade, (change) => {
    if (change !== null && canBeUndone(action, detail)) change.seq = seq
  })
