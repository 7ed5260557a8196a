import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parseCommandLine } from "#cli/parse.ts"
import { readEnvironment } from "#cli/local/environment.ts"
import { runCommand } from "#cli/run.ts"
import type { Streams } from "#cli/output/Terminal.ts"
import { deriveSpecs } from "#cli/commands/deriveSpecs.ts"
import type { JobId } from "#core/base/ids.ts"
import { hubEvents, hubNotices } from "#core/live/LiveEvent.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { lockStatusRoles, Role, type RoleId } from "#core/auth/roles.ts"
import { Tier } from "#core/companies/tiers.ts"
import { contractCalls } from "../../support/contract.ts"
import { inTurn } from "../../support/turns.ts"
import { connect, listen, until } from "../hub/hubHarness.ts"
import { openProof, type Proof, type ProofCompany, type ProofLock } from "./proofPlace.ts"

/*
 * 001 section 6, restated independently of the code. Roles: 9 Restricted Personnel, 11 Vendor. Statuses: 1006 Tenant Using
 * Lock, 1008 Assigned Auction.
 */
const inUse = (status: number): boolean => [1006, 1008].includes(status)
const masked = (company: ProofCompany, status: number): boolean => (company.flag && company.setting) || inUse(status)
const mayReveal = (company: ProofCompany, role: RoleId): boolean => company.setting && role !== 9
const mayOpen = (company: ProofCompany, role: RoleId, status: number): boolean =>
  role !== 9 || (company.flag && company.setting) || !inUse(status)
const answerOfReveal = (company: ProofCompany, role: RoleId): readonly [number, string | undefined] =>
  mayReveal(company, role) ? [200, undefined] : role === 9 ? [403, "RevealDenied"] : [422, "RevealNotOffered"]

const open = (company: ProofCompany): ReadonlyArray<string> =>
  company.locks.filter(({ status }) => !masked(company, status)).map(({ code }) => code)

interface Answer {
  readonly status: number
  readonly text: string
  readonly json: unknown
}
interface Failed {
  readonly code?: string
}
interface Rows {
  readonly data: ReadonlyArray<{ readonly serialCode: string; readonly unlockCode: string | null }>
}

let proof: Proof
beforeAll(async () => {
  proof = await openProof()
}, 120_000)
afterAll(() => proof.server.close())

const roles = Role.rows.map(({ id }) => id)
const get = (token: string, path: string): Promise<Answer> => proof.server.fetch(`/api${path}`, { token })
const send = (token: string, method: string, path: string, body: unknown): Promise<Answer> =>
  proof.server.fetch(`/api${path}`, { method, token, body })
const where = (company: ProofCompany, role: RoleId, more: string | number = "") =>
  `tier ${company.tier}, flag ${company.flag}, setting ${company.setting}, role ${role} ${more}`

describe("role x status x flag x setting x tier", () => {
  it("covers the whole table", () => {
    expect(proof.companies).toHaveLength(Tier.ids.length * 4)
    expect(proof.companies.every(({ locks }) => locks.length === 12)).toBe(true)
    expect([roles.length, LockStatus.ids.length]).toEqual([Role.rows.length, 12])
  })

  const lists = async (company: ProofCompany, role: RoleId) => {
    const token = await proof.tokenOf(company, role)
    const [search, sync] = await Promise.all([get(token, "/locks/search?count=100"), get(token, "/locks")])
    expect([where(company, role), proof.codesIn(search.text)]).toEqual([where(company, role), open(company)])
    const shown = new Map((search.json as Rows).data.map((row) => [row.serialCode, row.unlockCode]))
    for (const { serial, status, code } of company.locks) {
      expect([serial, shown.get(serial)]).toEqual([serial, masked(company, status) ? null : code])
    }
    expect([where(company, role), proof.codesIn(sync.text)]).toEqual([where(company, role), []])
  }

  const detail = async (company: ProofCompany, role: RoleId, { lockID, status, code }: ProofLock) => {
    const token = await proof.tokenOf(company, role)
    const at = where(company, role, status)
    const one = await get(token, `/locks/${lockID}`)
    const opens = mayOpen(company, role, status)
    expect([at, one.status]).toEqual([at, opens ? 200 : 403])
    expect([at, proof.codesIn(one.text)]).toEqual([at, opens && !masked(company, status) ? [code] : []])
  }

  const reveal = async (company: ProofCompany, role: RoleId, { serial, status, code }: ProofLock) => {
    const token = await proof.tokenOf(company, role)
    const body = { serialCode: serial, reason: "Tenant requested code" }
    const answer = await send(token, "POST", "/locks/reveal-unlock-code", body)
    const at = where(company, role, status)
    expect([at, answer.status, (answer.json as Failed).code]).toEqual([at, ...answerOfReveal(company, role)])
    expect([at, proof.codesIn(answer.text)]).toEqual([at, mayReveal(company, role) ? [code] : []])
  }

  it.each(Tier.rows.map(({ id, label }) => [label, id] as const))(
    "applies to lists, details and reveals on %s",
    async (_, tier) => {
      for (const company of proof.companies.filter((each) => each.tier === tier)) {
        for (const [nth, role] of roles.entries()) {
          await lists(company, role)
          // Each role meets each status with each flag and setting on at least three tiers.
          const locks = inTurn(company.locks, 3, Tier.ids.indexOf(tier) + nth)
          await Promise.all(locks.map((lock) => detail(company, role, lock)))
          await Promise.all(locks.map((lock) => reveal(company, role, lock)))
        }
      }
    },
    60_000
  )
})

describe.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false]
])("with the flag %s and the setting %s", (flag, setting) => {
  /** A third of the company's locks, another one per role, so that every role meets each status with some flag and setting. */
  const someLocks = (role: RoleId): ReadonlyArray<ProofLock> =>
    inTurn(company().locks, 3, roles.indexOf(role) + 2 * Number(flag) + Number(setting))
  const company = (): ProofCompany =>
    proof.companies.find((each) => each.tier === Tier.id.Premium && each.flag === flag && each.setting === setting) ??
    expect.unreachable()

  it("no change, activation, job, return or refusal reveals a combination, nor any of their events", async () => {
    const here = company()
    const { facilityID, otherFacilityID, ownerID } = here
    const owner = await proof.tokenOf(here, Role.id.Owner)
    const client = await connect(`${proof.server.address}/api/hub`, { person: { token: owner } })
    const heard = [...Object.keys(hubEvents), ...hubNotices].map((event) => listen(client, event))
    await client.invoke("joinCompanyGroup", owner)
    const answers: Array<readonly [string, Answer]> = []
    for (const role of roles) {
      const token = await proof.tokenOf(here, role)
      const say = async (what: string, answer: Promise<Answer>): Promise<Answer> => {
        answers.push([`${where(here, role)}: ${what}`, await answer])
        return answer
      }
      const update = (body: object) => send(token, "PUT", "/locks/update-lock", body)
      for (const { lockID, status } of someLocks(role)) {
        await say(`color of ${status}`, update({ lockID, color: -256 - role }))
        const color = role % 2 === 0 ? -256 : -65536
        await say(`color of ${status}`, update({ lockID, color }))
        await say(`conflict at ${status}`, update({ lockID, color: -16777216, updatedOn: "2020-01-01T00:00:00Z" }))
      }
      const moved = await proof.lock(here, LockStatus.id.TenantUsingLock)
      await say(
        "transfer",
        send(token, "PUT", "/locks/transfer-lock", { lockID: moved.lockID, facilityID: otherFacilityID })
      )
      const changed = await proof.lock(here, LockStatus.id.Available)
      await say("combination", update({ lockID: changed.lockID, unlockCode: proof.newCode() }))
      const fresh = await proof.registered(`batch ${here.name} ${role}`)
      await say("activate", send(token, "POST", "/locks/activate-lock", { serialCode: fresh.serial, facilityID }))
      await say("activate again", send(token, "POST", "/locks/activate-lock", { serialCode: fresh.serial, facilityID }))
      const boxed = await proof.registered(`box ${here.name} ${role}`)
      await say(
        "batch",
        send(token, "POST", "/locks/bulk-activate", { batchID: `box ${here.name} ${role}`, facilityID })
      )
      const job = await say(
        "job",
        send(token, "POST", "/jobs/set-status", {
          source: "x",
          fingerprint: `of ${here.name} ${role}`,
          secondaryLockStatus: 1002
        })
      )
      const jobID = (job.json as { data?: { jobID?: JobId } }).data?.jobID ?? 1
      const rows = [changed.serial, boxed.serial, "12"].map((serialCode, nth) => ({ row: nth + 1, serialCode }))
      for (const step of ["rows", "plan", "apply"]) {
        await say(`job ${step}`, send(token, "POST", `/jobs/${jobID}/${step}`, step === "rows" ? { rows } : undefined))
      }
      for (const path of [`/jobs/${jobID}`, `/jobs/${jobID}/rows`, `/jobs/${jobID}/failed`])
        await say(path, get(token, path))
      const returned = await proof.lock(here, LockStatus.id.ReturnedToDropbox)
      const item = { lockID: returned.lockID, updateSecondaryLockStatusTo: LockStatus.id.Available }
      await say("returns", send(token, "POST", `/locks/process-lock-returns?recipientID=${ownerID}`, [item]))
    }
    expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(60)
    expect(
      answers.map(([what, { text }]) => [what, proof.codesIn(text)]).filter(([, codes]) => codes?.length !== 0)
    ).toEqual([])
    await until("events came", () => heard.flat().length > 50)
    expect(proof.codesIn(JSON.stringify(heard))).toEqual([])
  }, 60_000)

  it("no lock log contains one after a reveal", async () => {
    const here = company()
    for (const role of roles) {
      const token = await proof.tokenOf(here, role)
      const locks = someLocks(role)
      const logs = await Promise.all(locks.map(({ lockID }) => get(token, `/locks/logs?lockID=${lockID}`)))
      const statuses = locks.map(({ status }) => (lockStatusRoles.has(role) && mayOpen(here, role, status) ? 200 : 403))
      expect([role, logs.map(({ status }) => status)]).toEqual([role, statuses])
      expect([role, logs.flatMap(({ text }) => proof.codesIn(text))]).toEqual([role, []])
    }
  })

  it("a combination can't be guessed by submitting it as a new one", async () => {
    const here = company()
    for (const role of roles) {
      const token = await proof.tokenOf(here, role)
      for (const { lockID, status, code } of someLocks(role)) {
        if (!masked(here, status) || status === LockStatus.id.Available) continue
        const [right, wrong] = await Promise.all(
          [code, "0000"].map((unlockCode) => send(token, "PUT", "/locks/update-lock", { lockID, unlockCode }))
        )
        const refusalOf = (answer: Answer | undefined) => [answer?.status, (answer?.json as Failed | undefined)?.code]
        expect([where(here, role, status), ...refusalOf(right)]).toEqual([
          where(here, role, status),
          ...refusalOf(wrong)
        ])
        expect(right?.status).not.toBe(200)
      }
    }
  }, 60_000)

  it("no read call and no file reveals more than the lists", async () => {
    const here = company()
    const reading = contractCalls.filter(({ method }) => method === "GET")
    expect(reading.length).toBeGreaterThan(20)
    const ids = [here.facilityID, ...here.locks.map(({ lockID }) => lockID).slice(0, 1), 100_001, 1]
    const paths = reading.flatMap(({ path }) => {
      const call = path.replace(/^\/api/, "")
      const all = `count=100&lockID=${here.locks[0]?.lockID}&flag=2`
      return call.includes(":id") ? ids.map((id) => `${call.replace(":id", String(id))}?${all}`) : [`${call}?${all}`]
    })
    for (const [nth, role] of roles.entries()) {
      const token = await proof.tokenOf(here, role)
      const listed = proof.codesIn((await get(token, "/locks/search?count=1000")).text)
      const beyond: Array<unknown> = []
      const look = (what: string, text: string): void => {
        const codes = proof.codesIn(text).filter((code) => !listed.includes(code))
        if (codes.length > 0) beyond.push([where(here, role), what, codes])
      }
      // Each role reads every path with and without the flag, and with and without the setting.
      const some = inTurn(paths, 2, nth + Number(flag !== setting))
      for (const path of [...some, "/locks/search?count=2001", "/locks/search?count=10000000"]) {
        look(path, (await get(token, path)).text)
      }
      const file = await send(token, "POST", "/locks/export", { format: "csv" })
      expect([where(here, role), file.status]).toEqual([where(here, role), 200])
      look("csv", file.text)
      expect(beyond).toEqual([])
    }
  }, 60_000)

  it("the terminal prints what the lists show, and the combination of an approved reveal", async () => {
    const here = company()
    const folder = mkdtempSync(join(tmpdir(), "lockdesk-proof-"))
    const specs = deriveSpecs()
    const lockdesk = async (token: string, argv: ReadonlyArray<string>): Promise<string> => {
      const environment = readEnvironment({
        LOCKDESK_CONFIG_DIR: folder,
        LOCKDESK_HOST: proof.server.address,
        LOCKDESK_TOKEN: token
      })
      const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
      let printed = ""
      for (const stream of [stdout, stderr]) stream.on("data", (chunk) => (printed += String(chunk)))
      const parsed = parseCommandLine([...argv], specs)
      if (parsed.kind !== "run") return expect.unreachable()
      const streams = { stdin: stdin.end(), stdout, stderr } as unknown as Streams
      const { failure } = await runCommand(parsed, streams, new AbortController().signal, environment)
      return `${printed}\n${JSON.stringify(failure?.facts ?? null)}`
    }
    try {
      for (const role of roles) {
        const token = await proof.tokenOf(here, role)
        const listed = proof.codesIn((await get(token, "/locks/search?count=1000")).text)
        for (const argv of [
          ["locks", "ls", "--limit", "1000"],
          ["locks", "ls", "--limit", "1000", "--json"]
        ]) {
          expect([role, proof.codesIn(await lockdesk(token, argv))]).toEqual([role, listed])
        }
        const { Available, AssignedOverlock, TenantUsingLock, AssignedAuction } = LockStatus.id
        // One that is in use and one that isn't, for every role, flag and setting.
        const turn = roles.indexOf(role) + Number(flag) + Number(setting)
        const some = inTurn([Available, AssignedOverlock, TenantUsingLock, AssignedAuction], 2, turn)
        for (const { serial, status, code } of here.locks.filter((each) => some.some((one) => one === each.status))) {
          const at = [role, status] as const
          const shown = mayOpen(here, role, status) && !masked(here, status) ? [code] : []
          expect([...at, proof.codesIn(await lockdesk(token, ["locks", "show", serial]))]).toEqual([...at, shown])
          const bare = ["locks", "reveal", serial, "--reason", "2"]
          if (status === AssignedAuction) {
            expect([...at, proof.codesIn(await lockdesk(token, ["locks", "log", serial]))]).toEqual([...at, []])
            expect([...at, proof.codesIn(await lockdesk(token, bare))]).toEqual([...at, []])
          }
          const unmasked = proof.codesIn(await lockdesk(token, [...bare, "--unmask"]))
          expect([...at, unmasked]).toEqual([...at, mayReveal(here, role) ? [code] : []])
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 60_000)
})

it("the server's own log contains none", () => {
  expect(proof.server.logged()).toContain("/api/locks/reveal-unlock-code")
  expect(proof.codesIn(proof.server.logged())).toEqual([])
})
