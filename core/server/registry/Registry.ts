import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { ShipmentIssue, ShipmentResult, ShipmentRow } from "#core/registry/Shipment.ts"
import { conflictingRow, otherBatch, shipmentRowIssue } from "#core/registry/shipmentRules.ts"
import { Audit } from "../audit/Audit.ts"
import { appendAudit, type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import { now } from "../db/now.ts"
import { Keyring } from "../secrets/Keyring.ts"

const batchOf = ({ batchID }: ShipmentRow): string | null => {
  const batch = batchID?.trim() ?? ""
  return batch === "" ? null : batch
}

/** Whether a row names another batch than its lock has. A row without a batch asks for none. */
const isOther = (row: ShipmentRow, batch: string | null): boolean => {
  const own = batchOf(row)
  return own !== null && own !== batch
}

/** The registry of manufactured locks (DECISIONS, Locks). */
export class Registry extends Context.Service<
  Registry,
  {
    /** Loads valid rows and returns invalid ones with their problem. Loading a row again changes nothing. */
    readonly load: (user: LoggedInUser, rows: ReadonlyArray<ShipmentRow>) => Effect.Effect<ShipmentResult>
  }
>()("lockdesk/server/Registry") {
  static readonly layer = Layer.effect(
    Registry,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const audit = yield* Audit
      const keyring = yield* Keyring

      /**
       * The valid rows, one per serial code; a second one with another combination is refused. Doesn't look at the registry
       * yet.
       */
      const sort = (rows: ReadonlyArray<ShipmentRow>) => {
        const refused: Array<ShipmentIssue> = []
        const codes = new Map<string, ShipmentRow>()
        let repeated = 0
        for (const row of rows) {
          const issue = shipmentRowIssue(row)
          const before = codes.get(row.serialCode)
          if (issue !== null) refused.push(issue)
          else if (before === undefined) codes.set(row.serialCode, row)
          else if (before.unlockCode !== row.unlockCode) refused.push(conflictingRow(row.row))
          else if (isOther(row, batchOf(before))) refused.push(otherBatch(row.row, batchOf(before)))
          else repeated += 1
        }
        return { refused, repeated, codes }
      }

      const known = (serials: ReadonlyArray<string>) =>
        sql<{ serial: string; sealed: Uint8Array; batch: string | null }>`
          SELECT serial, sealed, batch FROM registry WHERE serial = ANY(${[...serials]}::text[])`

      const load = Effect.fn("Registry.load")(function* (user: LoggedInUser, rows: ReadonlyArray<ShipmentRow>) {
        const at = yield* now
        const { refused, repeated, codes } = sort(rows)
        // Always in the same order, so that two concurrent loads can't deadlock.
        const ordered = [...codes.values()].sort((a, b) => (a.serialCode < b.serialCode ? -1 : 1))
        const fresh = ordered.map((row) => ({
          serial: row.serialCode,
          batch: batchOf(row) ?? "",
          sealed: keyring.sealRegistryCode(row.serialCode, row.unlockCode)
        }))
        const { inserted, appended } = yield* sql.withTransaction(
          Effect.gen(function* () {
            const before = new Set((yield* known([...codes.keys()])).map(({ serial }) => serial))
            const missing = fresh.filter(({ serial }) => !before.has(serial))
            if (missing.length === 0) return { inserted: new Set<string>(), appended: undefined }
            const made = yield* sql<{ serial: string }>`
              INSERT INTO registry (serial, sealed, batch, loaded_by, loaded_at)
              SELECT n.serial, n.sealed, nullif(n.batch, ''), ${user.userID}, ${at}::timestamptz
              FROM unnest(${missing.map(({ serial }) => serial)}::text[], ${missing.map(({ sealed }) => sealed)}::bytea[],
                ${missing.map(({ batch }) => batch)}::text[]) AS n(serial, sealed, batch)
              ON CONFLICT (serial) DO NOTHING RETURNING serial`
            const [record] = yield* sql<AppendedAudit>`
              SELECT * FROM ${appendAudit(sql, audit.macs, {
                ...doneBy(user),
                at,
                action: "registry.import",
                subject: missing[0]?.serial ?? "",
                detail: { loaded: made.length, first: missing[0]?.serial ?? "", last: missing.at(-1)?.serial ?? "" }
              })} a`
            return { inserted: new Set(made.map(({ serial }) => serial)), appended: record }
          })
        )
        if (appended !== undefined) yield* audit.witness(user.companyID, appended)
        let unchanged = repeated
        for (const { serial, sealed, batch } of yield* known([...codes.keys()].filter((code) => !inserted.has(code)))) {
          const row = codes.get(serial)
          if (row === undefined) continue
          if (keyring.openRegistryCode(serial, sealed) !== row.unlockCode) refused.push(conflictingRow(row.row))
          else if (isOther(row, batch)) refused.push(otherBatch(row.row, batch))
          else unchanged += 1
        }
        return { loaded: inserted.size, unchanged, refused: refused.sort((a, b) => a.row - b.row) }
      }, Effect.orDie)

      return Registry.of({ load })
    })
  )
}
