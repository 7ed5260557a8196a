import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it, onTestFinished } from "vitest"
import type { JobId } from "#core/base/ids.ts"
import type { FacilityImport } from "#core/imports/FacilityImport.ts"
import { fewTrials, usualHomes, trials } from "../../support/databases.ts"
import { type Client, connectClient, dataOf, signIn, type Worker } from "../../faults/load.ts"
import { startProcess } from "../../faults/serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "../../faults/storage.ts"
import { csvOf, header } from "./importPlace.ts"

/** Full length in `npm run trials`; a single kill here shows that an import resumes. */
const [total, kills] = trials > fewTrials ? [20_000, 3] : [20_000, 1]

const file = csvOf(
  header,
  ...Array.from({ length: total }, (_, nth) => `Site ${nth},5550${String(nth).padStart(6, "0")},${nth} Long St,,,`)
)

const upload = async (address: string, token: string): Promise<FacilityImport> => {
  const form = new FormData()
  form.append("file", new File([file], "sites.csv"))
  const response = await fetch(`${address}/api/facilities/import-csv?managementSoftware=0&resume=true`, {
    method: "POST",
    headers: { authorization: token },
    body: form
  })
  return ((await response.json()) as { readonly data: FacilityImport }).data
}

/** Polls the import until it is done or has processed this many rows. */
const watch = async (client: Client, { token }: Worker, importID: JobId, until: number): Promise<FacilityImport> => {
  for (;;) {
    const answer = await client.call(`/api/facilities/imports/${importID}`, token)
    if (answer === null) throw new Error("the server is gone")
    const seen = dataOf<FacilityImport>(answer)
    if (seen.state === "done" || seen.done >= until) return seen
  }
}

it.each(usualHomes)(
  "$name: an import applies each row exactly once although its server is killed",
  async (home) => {
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { companyID } = await onStorage(storage.options, stock(1))
    const halves: Array<number> = []
    let worker: Worker | undefined
    let ended: FacilityImport | undefined
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
        await client.call(`/api/facilities/imports/${importID}/${step}`, worker.token, {})
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
        SELECT (SELECT count(*)::int FROM facilities WHERE company_id = ${companyID} AND name LIKE 'Site %') AS made,
          (SELECT count(DISTINCT name)::int FROM facilities WHERE company_id = ${companyID} AND name LIKE 'Site %') AS names,
          (SELECT count(*)::int FROM audit_records WHERE company_id = ${companyID} AND action = 'facilities.create') AS records,
          (SELECT count(*)::int FROM job_rows r JOIN facilities f USING (facility_id) JOIN audit_records a
            ON a.company_id = ${companyID} AND a.seq = r.audit_seq AND a.subject = 'facility:' || f.facility_id
            WHERE r.outcome = 'apply' AND r.serial = lower(f.name)) AS reported`
      )
    )
    expect(found).toEqual({ made: total, names: total, records: total, reported: total })
  },
  120_000
)
