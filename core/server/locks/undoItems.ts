import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { UserId } from "#core/base/ids.ts"
import { ChangeRecord, undoRefusal } from "#core/locks/undoRules.ts"
import { arrayText } from "../db/arrayText.ts"
import type { UndoItem } from "./lockItems.ts"

interface RecordRow {
  readonly seq: number
  readonly user_id: UserId | null
  readonly action: string
  readonly subject: string
  readonly payload: string
  readonly undone: boolean
  readonly taken_back: number
  readonly code_version: number | null
  readonly sealed: Uint8Array | null
}

const decodeRecord = Schema.decodeUnknownOption(Schema.fromJsonString(ChangeRecord))

/** Whether a later record undoes the change `a`. */
const undoOf = (sql: SqlClient.SqlClient, a: string) => sql`EXISTS (SELECT FROM audit_records u
  WHERE u.company_id = ${sql(a)}.company_id AND u.subject = ${sql(a)}.subject AND u.seq > ${sql(a)}.seq
    AND u.action = 'locks.undo' AND u.payload::json ->> 'undoes' = ${sql(a)}.seq::text)`

/**
 * Items that undo the changes of some audit records, by audit number. Numbers that the company's log lacks are left out.
 * @param sessionId the session whose changes may be undone; null for any of the user's
 */
export const undoItems = Effect.fn("undoItems")(function* (
  user: LoggedInUser,
  sessionId: string | null,
  seqs: ReadonlyArray<number>
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<RecordRow>`
    SELECT a.seq, a.user_id, a.action, a.subject, a.payload, k.code_version, k.sealed,
      ${undoOf(sql, "a")} AS undone,
      (SELECT count(*)::int FROM audit_records later
        WHERE later.company_id = a.company_id AND later.subject = a.subject AND later.seq > a.seq
          AND CASE later.action WHEN 'locks.undo' THEN (later.payload::json ->> 'undoes')::bigint > a.seq
            ELSE ${undoOf(sql, "later")} END) AS taken_back
    FROM audit_records a LEFT JOIN former_codes k ON a.action = 'locks.update'
      AND k.lock_id::text = a.payload::json ->> 'lockID' AND k.code_version::text = a.payload::json ->> 'fromCode'
    WHERE a.company_id = ${user.companyID} AND a.seq = ANY(${arrayText(seqs)}::bigint[])`
  return new Map(
    rows.map((row): readonly [number, UndoItem] => {
      const { seq, action, subject: serial, undone, taken_back: takenBack, code_version: version, sealed } = row
      const record = Option.getOrNull(decodeRecord(row.payload))
      return [
        Number(seq),
        {
          kind: "undo",
          lock: { serial },
          auditSeq: Number(seq),
          record,
          refusal: undoRefusal(user, sessionId, action, row.user_id, record),
          undone,
          takenBack,
          formerCode: version === null || sealed === null ? null : { version, sealed }
        }
      ]
    })
  )
})
