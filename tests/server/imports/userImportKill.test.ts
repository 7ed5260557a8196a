import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import type { JobId } from "#core/base/ids.ts"
import type { UserImport } from "#core/imports/UserImport.ts"
import { fewTrials, usualHomes, trials } from "../../support/databases.ts"
import { type Client, connectClient, dataOf, signIn, type Worker } from "../../faults/load.ts"
import { startProcess } from "../../faults/serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "../../faults/storage.ts"
import { csvOf } from "./importPlace.ts"

/** Full length in `npm run trials`; a single kill halfway here shows that an import resumes. */
const [total, kills] = trials > fewTrials ? [1_500, 3] : [600, 1]

const file = csvOf(
  "Email,First name,Last name,Role",
  ...Array.from({ length: total }, (_, nth) => `bulk${nth}@acme.example.com,Site,Number ${nth},Vendor`)
)

const upload = async (address: string, token: string): Promise<UserImport> => {
  const form = new FormData()
  form.append("file", new File([file], "team.csv"))
  const response = await fetch(`${address}/api/users/import?resume=true`, {
    method: "POST",
    headers: { authorization: token },
    body: form
  })
  return ((await response.json()) as { readonly data: UserImport }).data
}

/** Polls the import until it is done or has processed this many rows. */
const watch = async (client: Client, { token }: Worker, importID: JobId, until: number): Promise<UserImport> => {
  for (;;) {
    const answer = await client.call(`/api/users/imports/${importID}`, token)
    if (answer === null) throw new Error("the server is gone")
    const seen = dataOf<UserImport>(answer)
    if (seen.state === "done" || seen.done >= until) return seen
  }
}

it.each(usualHomes)(
  "$name: a user import adds and mails each user exactly once although its server is killed",
  async (home) => {
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { companyID } = await onStorage(storage.options, stock(1))
    const halves: Array<number> = []
    let worker: Worker | undefined
    let ended: UserImport | undefined
    let first: JobId | undefined
    for (let round = 0; ended === undefined; round++) {
      const server = await startProcess(storage.options)
      const client = connectClient(server.address)
      worker ??= await signIn(client, workers[0])
      const { importID, state, done } = await upload(server.address, worker.token)
      first ??= importID
      if (importID !== first) {
        // It finished before the last kill, so the same file now makes a new import.
        ended = await watch(client, worker, first, total)
      } else {
        if (round > 0) halves.push(done)
        const step = state === "planned" ? "commit" : "resume"
        await client.call(`/api/users/imports/${importID}/${step}`, worker.token, {})
        const seen = await watch(client, worker, importID, round < kills ? done + 1 : total)
        if (seen.state === "done") ended = seen
      }
      await server.end("SIGKILL")
      await client.close()
    }
    expect(ended).toMatchObject({ total, done: total, failed: 0, counts: { create: total } })
    // At least one kill came with rows both done and left; otherwise the test proved nothing.
    expect(halves.some((done) => done > 0 && done < total)).toBe(true)
    const [found] = await onStorage(
      storage.options,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        SELECT (SELECT count(*)::int FROM users WHERE company_id = ${companyID} AND email LIKE 'bulk%') AS made,
          (SELECT count(*)::int FROM outbox o JOIN users u USING (user_id) WHERE u.email LIKE 'bulk%') AS mails,
          (SELECT count(DISTINCT o.user_id)::int FROM outbox o JOIN users u USING (user_id) WHERE u.email LIKE 'bulk%') AS mailed,
          (SELECT count(*)::int FROM audit_records WHERE company_id = ${companyID} AND action = 'users.create') AS records,
          (SELECT count(*)::int FROM job_rows r JOIN users u USING (user_id) JOIN audit_records a
            ON a.company_id = ${companyID} AND a.seq = r.audit_seq AND a.subject = 'user:' || u.user_id
            WHERE r.outcome = 'apply' AND r.serial = u.email) AS reported`
      )
    )
    expect(found).toEqual({ made: total, mails: total, mailed: total, records: total, reported: total })
  },
  120_000
)
