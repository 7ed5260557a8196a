import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrentSession } from "#core/api/Guard.ts"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { LockId } from "#core/base/ids.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { Audit } from "../audit/Audit.ts"
import { type AppendedAudit, doneBy } from "../audit/auditEntry.ts"
import { arrayText } from "../db/arrayText.ts"
import { inPieces } from "../db/inPieces.ts"
import { type CompanyCodes, Keyring } from "../secrets/Keyring.ts"
import { decide, type Decision, type LockItem, type LockWrite } from "./lockItems.ts"
import type { LockWorkingSet } from "./LockWorkingSet.ts"
import { shownLocks } from "./lockSql.ts"
import { keepCodes, writeLocks } from "./lockWriteSql.ts"
import { auditDetail, logLine } from "./lockWords.ts"

/** The user who changes locks. `sessionId` is null if the change can't be undone. */
export type Actor = Pick<CurrentSession, "user"> & { readonly sessionId: string | null }

/** Additional facts of an item for its audit record. */
export type MoreDetail = Readonly<Record<string, string | number | boolean | null>>

/** Decides an item, and applies its write to the working set. */
export const decideNext = (user: LoggedInUser, workingSet: LockWorkingSet, item: LockItem): Decision => {
  const decision = decide(user, workingSet, item)
  if (Result.isSuccess(decision) && decision.success !== null) {
    workingSet.move(decision.success.lock, decision.success.after)
  }
  return decision
}

/** A write and its user. */
export interface ActorsWrite {
  readonly actor: Actor
  readonly write: LockWrite
}

/** The result of writing: the locks in write order, the last audit record, and the requested locks. */
export interface Written {
  readonly lockIDs: ReadonlyArray<LockId>
  readonly head: AppendedAudit | undefined
  readonly shown: ReadonlyArray<Lock>
}

/** The number of locks per statement. Sealing and recording the next ones takes about as long as the database for these. */
const writtenAtOnce = 500

/** Seals the combination for the lock's next version, if there is one. */
const sealed = (keyring: Keyring["Service"], codes: CompanyCodes, { newCode, lock }: LockWrite) => {
  if (newCode === null) return null
  const { serial, codeVersion } = lock
  const code =
    "code" in newCode
      ? newCode.code
      : "registered" in newCode
        ? keyring.openRegistryCode(serial, newCode.registered)
        : codes.open(serial, newCode.version, newCode.sealed)
  const version = codeVersion + 1
  return { version, bytes: codes.seal(serial, version, code) }
}

/**
 * Writes decided changes of a company's locks, each lock at most once, with log lines and audit records, in the transaction
 * that holds the working set. Stops early if `enough` says so. `tell` are other locks to read back as the first user sees them; null
 * if none are needed. Without writes it does nothing.
 */
export const makeWriteAll = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const audit = yield* Audit
  const keyring = yield* Keyring

  return Effect.fnUntraced(function* (
    workingSet: LockWorkingSet,
    writes: ReadonlyArray<ActorsWrite>,
    at: string,
    {
      detail,
      tell,
      enough
    }: {
      readonly detail: MoreDetail
      readonly tell: ReadonlyArray<LockId> | null
      readonly enough?: (() => boolean) | undefined
    }
  ): Effect.fn.Return<Written, SqlError> {
    const [first] = writes
    if (first === undefined) return { lockIDs: [], head: undefined, shown: [] }
    const { user: anyone } = first.actor
    const { companyID } = anyone
    const codes = yield* keyring.companyCodes(companyID)
    const rows = yield* inPieces(
      writes,
      writtenAtOnce,
      (some) => ({
        keep: keepCodes(
          sql,
          some.map(({ write }) => write)
        ),
        write: writeLocks(
          sql,
          companyID,
          at,
          some.map(({ actor, write }) => ({ userID: actor.user.userID, write, code: sealed(keyring, codes, write) }))
        )
      }),
      ({ keep, write }) => Effect.andThen(keep, write),
      { enough }
    )
    const bySerial = new Map(rows.flat().map((row) => [row.serial, row]))
    const written = writes.slice(0, rows.length * writtenAtOnce).map(({ actor, write }) => {
      const row = bySerial.get(write.lock.serial)
      if (row === undefined) throw new Error(`lock ${write.lock.serial} was not written`)
      return { actor, write, row }
    })
    const shown =
      tell === null ? sql`NULL` : shownLocks(sql, anyone, [...written.map(({ row }) => row.lock_id), ...tell])
    const append = yield* audit.appending(companyID, written.length)
    const recorded = yield* inPieces(
      written,
      writtenAtOnce,
      (some) => {
        const entries = some.map(({ actor: { user, sessionId }, write, row }) => ({
          ...doneBy(user),
          at,
          action: write.action,
          subject: write.lock.serial,
          detail: { ...auditDetail(write, row.lock_id, row.version, sessionId), ...detail }
        }))
        const lines = some.map(({ actor: { user }, write }) => {
          const place = write.after.facilityID === null ? undefined : workingSet.place(write.after.facilityID)?.name
          return logLine(write, place, nameOnRecord(user))
        })
        return sql<AppendedAudit & { readonly shown: ReadonlyArray<Lock> | null }>`
          WITH logged AS (
            INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
            SELECT r.lock, ${companyID}, r.line, r.by, ${at}::timestamptz
            FROM unnest(${arrayText(some.map(({ row }) => row.lock_id))}::int[], ${arrayText(lines)}::text[],
              ${arrayText(entries.map(({ userID }) => userID))}::int[]) AS r(lock, line, by))
          SELECT a.*, ${shown} AS shown FROM ${append(entries)} a`
      },
      (statement) => statement
    )
    const last = recorded.at(-1)?.[0]
    return { lockIDs: written.map(({ row }) => row.lock_id), head: last, shown: last?.shown ?? [] }
  })
})
