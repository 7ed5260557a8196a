import { Effect, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { Redacted } from "effect"
import { dataLayer } from "#server/main.ts"
import { lockJson, lockJoins } from "#server/locks/lockSql.ts"
const [folder = "/tmp/sb/emb", url] = process.argv.slice(2)
const from = `FROM locks l LEFT JOIN facilities f ON f.facility_id = l.facility_id LEFT JOIN users w ON w.user_id = l.updated_by WHERE l.company_id = 1 AND (l.updated_at, l.lock_id) > (timestamptz '2026-01-01 00:00:05', 0) AND l.is_active ORDER BY l.updated_at, l.lock_id LIMIT 10000`
const user: any = { roleID: 4 }
await Effect.runPromise(Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [jt] = lockJson(sql, user, false).segments as any
  const obj: string = jt.literal ?? jt.value
  const labels = `CASE l.status WHEN 1001 THEN 'Available' WHEN 1002 THEN 'Lost' WHEN 1003 THEN 'Returned to Dropbox' WHEN 1004 THEN 'Assigned Overlock' ELSE 'x' END`
  const text = `'{"lockID":' || l.lock_id || ',"serialCode":"' || l.serial || '","facilityID":' || coalesce(l.facility_id::text,'null') || ',"facilityName":' || coalesce(to_json(f.name)::text,'null') || ',"isActive":' || l.is_active || ',"unitNumber":' || coalesce(to_json(l.unit)::text,'null') || ',"color":' || l.color || ',"viewCount":' || l.view_count || ',"lockStatusID":' || l.is_active::int || ',"secondaryLockStatus":' || l.status || ',"secondaryStatusName":"' || ${labels} || '","updatedBy":' || coalesce(to_json(w.first_name || ' ' || w.last_name)::text,'null') || ',"updatedOn":"'`
  const variants: Record<string, string> = {
    now: `WITH r AS (SELECT ${obj} AS j, l.updated_at, l.lock_id ${from}) SELECT coalesce(json_agg(j), '[]')::text AS data FROM r`,
    strAgg: `WITH r AS (SELECT (${obj})::text AS j, l.updated_at, l.lock_id ${from}) SELECT '['||string_agg(j, ',')||']' AS data FROM r`,
    noIso: `WITH r AS (SELECT ${obj.replace("iso(l.updated_at)", "'x'")} AS j, l.updated_at, l.lock_id ${from}) SELECT coalesce(json_agg(j), '[]')::text AS data FROM r`,
    isoDirect: `WITH r AS (SELECT ${obj.replace("iso(l.updated_at)", `to_char(l.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)} AS j, l.updated_at, l.lock_id ${from}) SELECT coalesce(json_agg(j), '[]')::text AS data FROM r`,
    text: `WITH r AS (SELECT ${text} || iso(l.updated_at) || '"}' AS j, l.updated_at, l.lock_id ${from}) SELECT '['||string_agg(j, ',')||']' AS data FROM r`,
    textCast: `WITH r AS (SELECT ${text} || replace((l.updated_at AT TIME ZONE 'UTC')::text,' ','T') || 'Z"}' AS j, l.updated_at, l.lock_id ${from}) SELECT '['||string_agg(j, ',')||']' AS data FROM r`,
    bare: `WITH r AS (SELECT l.lock_id, l.serial, f.name, l.updated_at ${from}) SELECT count(*)::text || max(name) AS data FROM r`
  }
  for (let round = 0; round < 2; round++)
  for (const [name, q] of Object.entries(variants)) {
    const t: number[] = []; let len = 0
    for (let i = 0; i < 6; i++) { const a = performance.now(); const [x] = (yield* sql.unsafe(q)) as any; t.push(performance.now() - a); len = x.data.length }
    console.log(round, name, t.sort((a,b)=>a-b)[2]!.toFixed(1), len)
  }
}).pipe(Effect.provide(dataLayer({ data: folder, port: 0, ...(url ? { databaseUrl: Redacted.make(url) } : {}) })), Effect.provide(Logger.layer([]))))
