import { setTimeout as pause } from "node:timers/promises"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it, onTestFinished } from "vitest"
import type { CompanyId, JobId } from "#core/base/ids.ts"
import type { AnyImport } from "#core/imports/UserImport.ts"
import { fewTrials, usualHomes, trials } from "../../support/databases.ts"
import { type Client, connectClient, dataOf, signIn, type Worker } from "../../faults/load.ts"
import { startProcess } from "../../faults/serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "../../faults/storage.ts"
import { csvOf, header } from "./importPlace.ts"

const isFull = trials > fewTrials

/** Full length in `npm run trials`; a single kill here shows that an import resumes. */
const kills = isFull ? 3 : 1

/** An import whose server is killed, and how to count what it made. */
interface KilledImport {
  readonly title: string
  readonly total: number
  readonly upload: string
  readonly imports: string
  readonly head: string
  readonly row: (nth: number) => string
  /** Counts that must all be the number of rows. */
  readonly counts: (sql: SqlClient.SqlClient, companyID: CompanyId) => Effect.Effect<ReadonlyArray<object>, unknown>
}

const facilities: KilledImport = {
  title: "an import applies each row exactly once although its server is killed",
  // Several pieces of 2,000 rows, so that a kill comes between two.
  total: isFull ? 20_000 : 8_000,
  upload: "/api/facilities/import-csv?managementSoftware=0&resume=true",
  imports: "/api/facilities/imports",
  head: header,
  row: (nth) => `Site ${nth},5550${String(nth).padStart(6, "0")},${nth} Long St,,,`,
  counts: (sql, companyID) => sql`
    SELECT (SELECT count(*)::int FROM facilities WHERE company_id = ${companyID} AND name LIKE 'Site %') AS made,
      (SELECT count(DISTINCT name)::int FROM facilities WHERE company_id = ${companyID} AND name LIKE 'Site %') AS names,
      (SELECT count(*)::int FROM audit_records WHERE company_id = ${companyID} AND action = 'facilities.create') AS records,
      (SELECT count(*)::int FROM job_rows r JOIN facilities f USING (facility_id) JOIN audit_records a
        ON a.company_id = ${companyID} AND a.seq = r.audit_seq AND a.subject = 'facility:' || f.facility_id
        WHERE r.outcome = 'apply' AND r.serial = lower(f.name)) AS reported`
}

const users: KilledImport = {
  title: "a user import adds and mails each user exactly once although its server is killed",
  total: isFull ? 1_500 : 600,
  upload: "/api/users/import?resume=true",
  imports: "/api/users/imports",
  head: "Email,First name,Last name,Role",
  row: (nth) => `bulk${nth}@acme.example.com,Site,Number ${nth},Vendor`,
  counts: (sql, companyID) => sql`
    SELECT (SELECT count(*)::int FROM users WHERE company_id = ${companyID} AND email LIKE 'bulk%') AS made,
      (SELECT count(*)::int FROM outbox o JOIN users u USING (user_id) WHERE u.email LIKE 'bulk%') AS mails,
      (SELECT count(DISTINCT o.user_id)::int FROM outbox o JOIN users u USING (user_id) WHERE u.email LIKE 'bulk%') AS mailed,
      (SELECT count(*)::int FROM audit_records WHERE company_id = ${companyID} AND action = 'users.create') AS records,
      (SELECT count(*)::int FROM job_rows r JOIN users u USING (user_id) JOIN audit_records a
        ON a.company_id = ${companyID} AND a.seq = r.audit_seq AND a.subject = 'user:' || u.user_id
        WHERE r.outcome = 'apply' AND r.serial = u.email) AS reported`
}

describe.each([facilities, users])("$title", ({ total, upload, imports, head, row, counts }) => {
  const file = csvOf(head, ...Array.from({ length: total }, (_, nth) => row(nth)))

  const send = async (address: string, token: string): Promise<AnyImport> => {
    const form = new FormData()
    form.append("file", new File([file], "rows.csv"))
    const response = await fetch(`${address}${upload}`, {
      method: "POST",
      headers: { authorization: token },
      body: form
    })
    return ((await response.json()) as { readonly data: AnyImport }).data
  }

  /** Polls the import until it is done or has processed this many rows. */
  const watch = async (client: Client, { token }: Worker, importID: JobId, until: number): Promise<AnyImport> => {
    for (;;) {
      const answer = await client.call(`${imports}/${importID}`, token)
      if (answer === null) throw new Error("the server is gone")
      const seen = dataOf<AnyImport>(answer)
      if (seen.state === "done" || seen.done >= until) return seen
      // Without it, looking would take more of the processor than the import.
      await pause(10)
    }
  }

  it.each(usualHomes)(
    "on $name",
    async (home) => {
      const storage = await openStorage(home)
      onTestFinished(() => storage.dispose())
      const { companyID } = await onStorage(storage.options, stock(1))
      const halves: Array<number> = []
      let worker: Worker | undefined
      let ended: AnyImport | undefined
      let first: JobId | undefined
      for (let round = 0; ended === undefined; round++) {
        const server = await startProcess(storage.options)
        const client = connectClient(server.address)
        worker ??= await signIn(client, workers[0])
        const { importID, state, done } = await send(server.address, worker.token)
        first ??= importID
        if (importID !== first) {
          // It finished before the last kill, so the same file now makes a new import.
          ended = await watch(client, worker, first, total)
        } else {
          if (round > 0) halves.push(done)
          const step = state === "planned" ? "commit" : "resume"
          await client.call(`${imports}/${importID}/${step}`, worker.token, {})
          const seen = await watch(client, worker, importID, round < kills ? done + 1 : total)
          if (seen.state === "done") ended = seen
        }
        await server.end("SIGKILL")
        await client.close()
      }
      expect(ended).toMatchObject({ total, done: total, failed: 0, counts: { create: total } })
      // At least one kill came with rows both done and left; otherwise the test proved nothing.
      expect(halves.some((done) => done > 0 && done < total)).toBe(true)
      const [found = {}] = await onStorage(
        storage.options,
        Effect.flatMap(SqlClient.SqlClient, (sql) => counts(sql, companyID))
      )
      expect(Object.entries(found).filter(([, count]) => count !== total)).toEqual([])
      expect(Object.keys(found)).toContain("reported")
    },
    120_000
  )
})
