import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../support/databases.ts"
import { emailOf, password } from "../support/fixture.ts"
import { codeOf } from "./codeOf.ts"
import { expectNoSecrets } from "./expectNoSecrets.ts"
import { expectRecords } from "./expectRecords.ts"
import { limitFileSize } from "./fileSizeLimit.ts"
import { type Attempt, connectClient, dataOf, signIn } from "./load.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage, stock } from "./storage.ts"

/**
 * Because the database is elsewhere, the witness is the only file the server process writes, so a file size limit affects only
 * it.
 */
it("without its witness nothing is revealed: refused while the file can't be written, and a partial line corrupts no other", async () => {
  const storage = await openStorage(postgres)
  onTestFinished(() => storage.dispose())
  const {
    companyID,
    facilityIDs: [facilityID = 0],
    serials: [known = "", other = ""]
  } = await onStorage(storage.options, stock(2))
  const server = await startProcess(storage.options)
  const client = connectClient(server.address)
  const worker = await signIn(client, Role.id.Admin)
  const attempts: Array<Attempt> = [
    await client.activate(worker, known, facilityID),
    await client.reveal(worker, known)
  ]
  expect(attempts.map(({ answer }) => answer?.status)).toEqual([200, 200])

  const witness = join(storage.options.data, "audit.witness")
  // Only part of the next line fits.
  limitFileSize(server.pid, statSync(witness).size + 3)
  for (let turn = 0; turn < 3; turn++) {
    const refused = await client.reveal(worker, known)
    expect(refused.answer).toMatchObject({ status: 503, json: { code: "Unavailable", data: { what: "audit" } } })
    expect(JSON.stringify(refused.answer)).not.toMatch(new RegExp(`unlockCode|"${codeOf(known)}"`))
    attempts.push(refused)
  }
  const activated = await client.activate(worker, other, facilityID)
  expect(activated.answer).toMatchObject({ status: 503, json: { code: "Unavailable" } })
  const credentials = { email: emailOf("acme", Role.id.Admin), password }
  expect(await client.call("/api/auth/login", null, credentials)).toMatchObject({
    status: 503,
    json: { code: "Unavailable" }
  })
  expect(await client.call("/healthz", null)).toMatchObject({ status: 200 })
  expect(await client.call("/readyz", null)).toMatchObject({ status: 503, json: { what: "audit" } })

  const metrics = await (await fetch(server.metrics ?? expect.unreachable())).text()
  // Three reveals, an activation, a sign-in, and the readiness checks.
  expect(Number(/^lockdesk_witness_failures_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(5)
  expect(metrics).toContain('lockdesk_reveals_total{decision="unavailable"} 3\n')

  limitFileSize(server.pid, "unlimited")
  expect(await client.call("/readyz", null)).toMatchObject({ status: 200 })
  const again = await client.activate(worker, other, facilityID)
  expect(again.answer).toMatchObject({ status: 200, json: { unchanged: true, data: { facilityID } } })
  const revealed = await client.reveal(worker, other)
  expect(revealed.answer).toMatchObject({ status: 200 })
  attempts.push(activated, again, revealed)
  await client.close()
  await server.end("SIGKILL")
  expectNoSecrets(server, [worker], [known, other])

  const { auditSeq } = dataOf<{ readonly auditSeq: number }>(revealed.answer)
  expect(readFileSync(witness, "utf8").split("\n")).toContainEqual(
    expect.stringMatching(new RegExp(`^${companyID} ${auditSeq} [0-9a-f]{64}$`))
  )
  const next = await startProcess({ ...storage.options, companyID })
  expectRecords(next.records, attempts)
  await next.end("SIGTERM")
})
