import { Context, Effect } from "effect"
import type { AuditAction } from "#core/audit/AuditRecord.ts"
import { canBeUndone } from "#core/audit/undoableActions.ts"

/** The number of the last record of a call under way that its user can take back; null where nobody asks for it. */
export const ChangeMade = Context.Reference<{ seq: number | null } | null>("lockdesk/server/audit/ChangeMade", {
  defaultValue: () => null
})

/** Notes that a call made a record, so that its answer can name the number (`changeHeader`). */
export const noteChange = (
  { action, detail = {} }: { readonly action: AuditAction; readonly detail?: Readonly<Record<string, unknown>> },
  seq: number
): Effect.Effect<void> =>
  Effect.map(ChangeMade, (change) => {
    if (change !== null && canBeUndone(action, detail)) change.seq = seq
  })
