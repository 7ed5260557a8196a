import { Effect } from "effect"
import { withClient } from "#core/api/ApiClient.ts"
import { ChangeNotFound, ChangeStays } from "#core/audit/AuditErrors.ts"
import type { AuditRecord } from "#core/audit/AuditRecord.ts"
import { factsBefore, factsOf, standing } from "#core/audit/changedFacts.ts"
import { canBeUndone, undoableLockActions } from "#core/audit/undoableActions.ts"
import { mostNewest } from "#core/base/paging.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { shownAudit } from "./auditCommands.ts"
import { changeNames, isOfFacilities, isPlace, noNames } from "./changeNames.ts"
import { changeKindOf, changesOf, describeChange, describeChangeOnScreens } from "./changedThings.ts"
import { command } from "./Command.ts"
import { limitField, olderThanField } from "./fields.ts"

const ofLocks: ReadonlySet<string> = new Set(undoableLockActions)

/** One of the caller's own changes, as listed and as returned by an undo. */
export interface OwnChange {
  readonly seq: number
  readonly at: string
  readonly action: string
  readonly subject: string
  /** The changed fields, by their names in the record; empty if the record has none. */
  readonly changed: string
  /** The same with the labels of the screens. */
  readonly words: string
  readonly canUndo: boolean
}

/** Presents records for the list. Loads facility names only if a record needs them. */
const presented = Effect.fnUntraced(function* (records: ReadonlyArray<AuditRecord>) {
  const each = records.map((record) => {
    const facts = factsOf(record)
    const kind = changeKindOf(record.action)
    return { record, facts, kind, changed: changesOf(kind, facts) }
  })
  const needed = each.some(({ changed }) => changed.some(isOfFacilities))
  const names = needed ? yield* changeNames(each.some(({ changed }) => changed.some(isPlace))) : noNames
  return each.map(({ record: { seq, at, action, subject }, facts, kind, changed }): OwnChange => {
    return {
      seq,
      at,
      action,
      subject,
      changed: describeChange(kind, changed, names),
      words: describeChangeOnScreens(action, changed, names),
      canUndo: canBeUndone(action, facts)
    }
  })
})

export const listOwnChanges = command({
  id: "audit.mine",
  title: "List what I did",
  section: "Audit",
  keywords: ["own", "changes", "history", "undo"],
  input: {
    from: olderThanField("Changes"),
    limit: limitField
  },
  risk: "reads",
  terminal: { path: ["audit", "mine"], examples: ["lockdesk audit mine", "lockdesk audit mine --limit 5 --json"] },
  does: {
    call: "audit.own",
    run: ({ from, limit }) =>
      Effect.flatMap(
        withClient((client) =>
          client.audit.own({
            query: {
              ...(from === undefined ? {} : { from }),
              count: Math.min(limit ?? shownAudit, mostNewest)
            }
          })
        ),
        ({ data }) => Effect.map(presented(data), (changes) => ({ data: changes }))
      )
  }
})

/** Undoes a change with the call that makes that kind of change, unless someone has changed the thing since. */
const takenBack = Effect.fnUntraced(function* (record: AuditRecord) {
  const { seq, subject, action } = record
  const kind = changeKindOf(action)
  if (ofLocks.has(action)) {
    const { unchanged } = yield* withClient((client) =>
      client.lockChanges.undo({ query: {}, payload: { auditSeq: seq } })
    )
    return unchanged === true
  }
  const stays = (reason: ChangeStays["data"]["reason"]) => new ChangeStays({ data: { reason, action } })
  if (kind === undefined) return yield* stays("Final")
  const facts = factsOf(record)
  const changed = changesOf(kind, facts)
  if (changed.some(({ name }) => name === "logo")) return yield* stays("Logo")
  const thing = yield* kind.find({ subject, facts })
  if (thing === null) return yield* stays("Gone")
  const is = standing(changed, thing.now)
  if (is === "other") return yield* stays("ChangedSince")
  if (is === "made") yield* thing.give(factsBefore(changed))
  return is === "was"
})

export const undoOwnChange = command({
  id: "audit.undo",
  title: "Undo one of my changes",
  section: "Audit",
  keywords: ["back", "revert", "mistake", "restore"],
  input: {
    change: {
      schema: AuditSeq,
      label: "Change",
      description: "The number of one of your changes, from lockdesk audit mine",
      positional: true
    }
  },
  risk: "changes",
  touches: [
    "users",
    "roles",
    "settings",
    "integrations",
    "subdomains",
    "facilities",
    "companies",
    "session",
    "locks",
    "audit"
  ],
  unchanged: "Unchanged: this was undone before.",
  terminal: { path: ["undo"], examples: ["lockdesk undo 1", "lockdesk undo 1 --dry-run"] },
  does: {
    call: "audit.own",
    run: Effect.fnUntraced(function* ({ change: seq }) {
      const { data } = yield* withClient((client) => client.audit.own({ query: { from: seq + 1, count: 1 } }))
      const record = data.find((each) => each.seq === seq)
      if (record === undefined) return yield* new ChangeNotFound({ data: { seq } })
      const unchanged = yield* takenBack(record)
      const [change] = yield* presented([record])
      if (change === undefined) return yield* new ChangeNotFound({ data: { seq } })
      return { data: change, ...(unchanged ? { unchanged: true as const } : {}) }
    })
  }
})

export const undoCommands = [listOwnChanges, undoOwnChange] as const
