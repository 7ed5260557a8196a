import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { CompanyId, type FacilityId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { usualHomes } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, makeLock, userIn } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"

interface Answer {
  readonly status: number
  readonly text: string
  readonly code?: string
  readonly error?: string
  readonly data: Record<string, unknown>
}

const day = 86_400_000

describe.each(usualHomes)("transfers of facilities, on $name", (home) => {
  let server: TestServer
  const clock = movableClock()
  const company = { acme: CompanyId.make(1), zebra: CompanyId.make(1), third: 0 }
  const people = { owner: 0 }
  let nth = 0
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const acme = yield* makeCompany("acme", { hideLockCodes: false, hideLockCodesFlag: false })
        company.acme = acme.companyID
        people.owner = userIn(acme.users, Role.id.Owner)
        company.zebra = (yield* makeCompany("zebra", {
          hideLockCodes: false,
          hideLockCodesFlag: false,
          maxLocks: 3
        })).companyID
        company.third = (yield* makeCompany("third")).companyID
        yield* makeFacility(company.zebra, "Taken Name")
      }),
      { clock, publicAddress: "https://desk.example.com" }
    )
  })
  afterAll(() => server.close())

  const ask = async (method: string, path: string, token: string, body?: unknown): Promise<Answer> => {
    const answer = await server.fetch(`/api${path}`, { method, token, body })
    return { status: answer.status, text: answer.text, ...(answer.json as Omit<Answer, "status" | "text">) }
  }
  const as = (name: string, role: RoleId = Role.id.Admin) => server.enter(name, role)
  const invited = emailOf("zebra", Role.id.Admin)

  /** A facility of acme with two locks, and their IDs. */
  const facility = async (name = `Yard ${(nth += 1)}`) => {
    const facilityID = await server.run(makeFacility(company.acme, name))
    const serial = String(70_000_000 + (nth += 1) * 10)
    const facts = { companyID: company.acme, facilityID, status: LockStatus.id.AssignedOverlock }
    const lockID = await server.run(makeLock({ ...facts, serial, code: "4711", unit: "12" }))
    const other = await server.run(
      makeLock({ ...facts, serial: String(Number(serial) + 1), code: "0815", status: LockStatus.id.Available })
    )
    return { facilityID, name, serial, lockID, other }
  }
  const offer = async (facilityID: FacilityId, email = invited) =>
    ask("POST", "/facilities/initiate-facility-transfer", await as("acme", Role.id.Owner), {
      companyID: company.acme,
      facilityID,
      email
    })
  /** The two latest emails. */
  const mails = async () => {
    const { data } = await ask("GET", "/outbox?count=2", await as("acme", Role.id.SuperAdmin))
    return data as unknown as ReadonlyArray<Record<string, string>>
  }
  /** The token in the latest email. */
  const mailed = async (): Promise<{ readonly token: string; readonly mail: Record<string, string> }> => {
    const [mail = {}] = await mails()
    const found = /https:\/\/desk\.example\.com\/Account\/FacilityTransfer\?token=([\w-]+)/.exec(mail["body"] ?? "")
    return { token: found?.[1] ?? "", mail }
  }
  const offered = async (facilityID: FacilityId, email = invited): Promise<string> => {
    expect(await offer(facilityID, email)).toMatchObject({ status: 200 })
    return (await mailed()).token
  }
  const look = (token: string, who: string) => ask("GET", `/facilities/facility-token?token=${token}`, who)
  const accept = (token: string, who: string, more: object = {}) =>
    ask("POST", "/facilities/accept-facility-transfer", who, { token, ...more })
  const facilityNames = async (who: string) => {
    const { data } = await ask("GET", "/facilities", who)
    return (data as unknown as ReadonlyArray<{ facilityName: string }>).map(({ facilityName }) => facilityName)
  }

  it("are canceled by the sender: the link stops working, once, with a record", async () => {
    const { facilityID, name } = await facility()
    const token = await offered(facilityID)
    const receiver = await as("zebra")
    expect(await look(token, receiver)).toMatchObject({ status: 200 })
    const cancel = async (who: string) => ask("DELETE", `/facilities/${facilityID}/transfer`, who)
    expect(await cancel(receiver)).toMatchObject({ status: 404, code: "FacilityNotFound" })
    expect(await cancel(await as("acme", Role.id.CallCenterAgent))).toMatchObject({ status: 403 })
    const sender = await as("acme", Role.id.Owner)
    expect(await cancel(sender)).toMatchObject({
      status: 200,
      data: { facilityID, facilityName: name, email: invited }
    })
    for (const answer of [await look(token, receiver), await accept(token, receiver)]) {
      expect(answer).toMatchObject({ status: 404, code: "TransferNotFound" })
    }
    const told = `acme no longer offers you the facility ${name}`
    expect((await mailed()).mail).toMatchObject({ to: invited, subject: told })
    expect((await ask("GET", "/notices", receiver)).data).toContainEqual(
      expect.objectContaining({ message: `${told}.` })
    )
    const before = await mails()
    expect(await cancel(sender)).toMatchObject({ status: 200, unchanged: true, data: { email: null } })
    expect(await mails()).toEqual(before)
    expect(await ask("GET", `/facilities/${facilityID}`, sender)).toMatchObject({ data: { transferTo: null } })
    const { data } = await ask("GET", "/audit?action=facilities.transfer-cancel", sender)
    expect(data).toMatchObject([{ subject: `facility:${facilityID}`, payload: expect.stringContaining(invited) }])
  })

  it("tell the person who was invited before when they are made to somebody else, and not when they are repeated", async () => {
    const { facilityID, name } = await facility()
    await offered(facilityID)
    await offered(facilityID)
    expect((await mails()).map(({ subject }) => subject)).toEqual(
      [1, 2].map(() => `acme offers you the facility ${name}`)
    )
    await offered(facilityID, "someone@else.example.com")
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      ["someone@else.example.com", `acme offers you the facility ${name}`],
      [invited, `acme no longer offers you the facility ${name}`]
    ])
  })

  it("move a facility with its locks, their combinations and history, and record it in both chains", async () => {
    const { facilityID, name, serial, lockID, other: returned } = await facility()
    const sender = await as("acme", Role.id.Owner)
    const receiver = await as("zebra")
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE locks SET status = ${LockStatus.id.ReturnedToDropbox} WHERE lock_id = ${returned}`
      )
    )
    await ask("PUT", "/locks/update-lock", sender, { lockID, unitNumber: "13" })
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
          SELECT ${lockID}, ${company.acme}, line, ${people.owner}, now() FROM unnest(${[
            "Combination viewed by Owner acme: Mrs Tenant asked Owner acme",
            "Assigned to Stay by River from the inventory by Owner acme",
            "Color changed from gray to red by Formerly Named Stand By"
          ]}::text[]) AS line`
      )
    )
    const report = await ask("POST", `/locks/process-lock-returns?recipientID=${people.owner}`, sender, [
      { lockID: returned, updateSecondaryLockStatusTo: LockStatus.id.Available }
    ])
    expect(report.status).toBe(200)
    const answer = await offer(facilityID)
    expect(answer.data).toMatchObject({ facilityID, email: invited })
    const { token, mail } = await mailed()
    expect(mail).toMatchObject({ to: invited, subject: `acme offers you the facility ${name}` })
    expect(answer.data["link"]).toBe(`https://desk.example.com/Account/FacilityTransfer?token=${token}`)
    expect(token.length).toBeGreaterThan(40)

    // Until it accepts, the other company sees only the offer.
    expect((await look(token, receiver)).data).toMatchObject({
      facilityID,
      facilityName: name,
      companyName: "acme",
      lockCount: 2,
      alreadyAccepted: false
    })
    expect(await facilityNames(receiver)).not.toContain(name)
    expect((await ask("GET", `/facilities/${facilityID}`, receiver)).status).toBe(404)
    expect((await ask("GET", `/locks/${lockID}`, receiver)).status).toBe(404)

    const pulled = (await ask("GET", "/locks", sender)) as unknown as { lastPulled: string }
    expect((await accept(token, receiver)).data).toEqual({ facilityID, facilityName: name, lockCount: 2 })

    expect(await facilityNames(receiver)).toContain(name)
    expect((await ask("GET", `/locks/${lockID}`, receiver)).data).toMatchObject({
      serialCode: serial,
      facilityName: name,
      unitNumber: "13",
      unlockCode: "4711"
    })
    const { text: log } = await ask("GET", `/locks/logs?lockID=${lockID}`, receiver)
    expect(log).toContain("Unit changed from 12 to 13 by another company")
    expect(log).toContain('"Combination viewed by another company"')
    expect(log).toContain("Assigned to Stay by River from the inventory by another company")
    expect(log).toContain("Color changed from gray to red by another company")
    const { text: reports } = await ask("GET", `/reports/returned-locks/facilities/${facilityID}`, receiver)
    expect(reports).toContain('"createdBy":"another company","recipientID":null,"recipient":"another company"')
    const reportId = /"reportId":(\d+)/.exec(reports)?.[1] ?? ""
    const { status, text: reported } = await ask("GET", `/reports/returned-locks/reports/${reportId}`, receiver)
    expect([status, reported]).toEqual([200, expect.stringContaining('"updatedBy":"another company"')])
    // The receiving company sees no names of the previous company's users.
    for (const text of [log, reports, reported, (await ask("GET", "/locks", receiver)).text]) {
      for (const name of ["Owner acme", "Mrs Tenant", "Formerly", "Stand By"]) expect(text).not.toContain(name)
    }
    expect(log).toContain(`Transferred with ${name} from acme to zebra by Admin zebra`)

    // The previous company keeps only its records.
    expect(await facilityNames(sender)).not.toContain(name)
    for (const path of [`/locks/${lockID}`, `/locks/logs?lockID=${lockID}`, `/facilities/${facilityID}`]) {
      expect([path, (await ask("GET", path, sender)).status]).toEqual([path, 404])
    }
    const next = (await ask("GET", `/locks?lastPulled=${pulled.lastPulled}`, sender)) as unknown as { gone: number[] }
    expect(next.gone).toContain(lockID)
    for (const [who, other] of [
      [sender, '\\"toCompany\\":\\"zebra\\"'],
      [receiver, '\\"fromCompany\\":\\"acme\\"']
    ] as const) {
      const { text } = await ask("GET", `/audit?subject=facility:${facilityID}`, who)
      expect(text).toContain(other)
      expect((await ask("GET", `/audit?subject=${serial}`, who)).text).toContain("locks.transfer")
      expect((await ask("GET", "/audit/verify", who)).data["broken"]).toBeNull()
    }
  })

  it("leave the old name on the former company's jobs, whatever the new company calls the facility", async () => {
    const { facilityID, name } = await facility()
    const sender = await as("acme", Role.id.Owner)
    const made = await ask("POST", "/jobs/activate", sender, {
      source: "box.csv",
      fingerprint: "a-job-before-the-transfer",
      facilityID
    })
    const receiver = await as("zebra")
    const facilityName = `Theirs ${name}`
    expect((await accept(await offered(facilityID), receiver, { facilityName })).status).toBe(200)
    const job = await ask("GET", `/jobs/${String(made.data["jobID"])}`, sender)
    expect(job.data).toMatchObject({ facilityID, facilityName: name })
  })

  it("are accepted once: the second attempt says so to the company that has it", async () => {
    const { facilityID, name } = await facility()
    const token = await offered(facilityID)
    const receiver = await as("zebra")
    const both = await Promise.all([accept(token, receiver), accept(token, receiver)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(both.find(({ status }) => status === 401)).toMatchObject({
      code: "TransferAlreadyAccepted",
      error: "Invalid Token",
      data: { facilityName: name }
    })
    expect((await look(token, receiver)).data["alreadyAccepted"]).toBe(true)
    // The previous owners get no access through the URL.
    expect((await look(token, await as("acme", Role.id.Owner))).code).toBe("TransferNotFound")
  })

  it("show the sender that the facility is theirs", async () => {
    const { facilityID } = await facility()
    const token = await offered(facilityID)
    const sender = await as("acme", Role.id.Owner)
    expect((await look(token, sender)).data["alreadyAccepted"]).toBe(true)
    expect((await accept(token, sender)).code).toBe("TransferAlreadyAccepted")
  })

  it("can be accepted only by an Admin or Owner with the invited email", async () => {
    const { facilityID, name } = await facility()
    const token = await offered(facilityID, emailOf("zebra", Role.id.Personnel).toUpperCase())
    for (const [who, role] of [
      ["zebra", Role.id.Admin],
      ["third", Role.id.Owner]
    ] as const) {
      const other = await as(who, role)
      const seen = await look(token, other)
      expect([seen.status, seen.code]).toEqual([403, "TransferNotYours"])
      expect(seen.text).not.toContain(name)
      expect((await accept(token, other)).code).toBe("TransferNotYours")
    }
    const personnel = await as("zebra", Role.id.Personnel)
    const refused = await accept(token, personnel)
    expect(refused.status).toBe(403)
    expect(refused.error).toContain("Insufficient Permissions")
    expect(await facilityNames(await as("acme", Role.id.Owner))).toContain(name)
  })

  it("expire seven days after the offer", async () => {
    const { facilityID } = await facility()
    const token = await offered(facilityID)
    clock.advance(7 * day - 60_000)
    expect((await look(token, await as("zebra"))).status).toBe(200)
    clock.advance(60_001)
    const receiver = await as("zebra")
    for (const answer of [await look(token, receiver), await accept(token, receiver)]) {
      expect(answer).toMatchObject({ status: 410, code: "TransferExpired", error: "Transfer request expired." })
    }
  })

  it("are visible while open to users who can transfer the facility, and to the recipient", async () => {
    const { facilityID } = await facility()
    const sent = async (role: RoleId, name = "acme") =>
      (await ask("GET", `/facilities/${facilityID}`, await as(name, role))).data["transferTo"]
    expect(await sent(Role.id.Owner)).toBeNull()
    await offered(facilityID)
    expect([await sent(Role.id.Owner), await sent(Role.id.Personnel)]).toEqual([invited, null])
    clock.advance(7 * day)
    expect(await sent(Role.id.Owner)).toBeNull()
    await accept(await offered(facilityID, invited), await as("zebra"))
    expect(await sent(Role.id.Admin, "zebra")).toBeNull()
  })

  it("are replaced by a newer offer, and end with the facility", async () => {
    const { facilityID, lockID } = await facility()
    const first = await offered(facilityID)
    const second = await offered(facilityID)
    const receiver = await as("zebra")
    expect((await look(first, receiver)).code).toBe("TransferNotFound")
    expect((await look(second, receiver)).status).toBe(200)
    await server.sql((sql) => sql`UPDATE locks SET status = 1001 WHERE lock_id = ${lockID}`)
    await ask("DELETE", `/facilities/${facilityID}`, await as("acme", Role.id.Owner))
    expect(await accept(second, receiver)).toMatchObject({
      status: 404,
      code: "TransferNotFound",
      error: "The token provided is expired or invalid."
    })
    expect((await look("no-such-token", receiver)).code).toBe("TransferNotFound")
  })

  it("are refused to colleagues, to an invalid address, and above the rate limit", async () => {
    const { facilityID } = await facility()
    expect(await offer(facilityID, emailOf("acme", Role.id.Vendor))).toMatchObject({
      status: 422,
      code: "TransferSameCompany",
      error: "Facility cannot be transferred to the same company."
    })
    expect((await offer(facilityID, "nobody")).code).toBe("TransferEmailInvalid")
    // The response doesn't reveal whether an email address has an account.
    const answers = [await offer(facilityID), await offer(facilityID, "unknown@nowhere.example.com")]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    let last = 200
    for (let times = 0; last === 200; times += 1) {
      last = (await offer(facilityID)).status
      expect(times).toBeLessThan(25)
    }
    expect(last).toBe(429)
    clock.advance(3_600_000)
  })

  it("need another name if its own is taken, and room for its locks", async () => {
    const { facilityID } = await facility("taken name")
    const receiver = await as("zebra")
    const token = await offered(facilityID)
    expect(await accept(token, receiver)).toMatchObject({ status: 409, code: "FacilityNameTaken" })
    expect((await accept(token, receiver, { facilityName: "" })).code).toBe("FacilityRefused")
    expect((await accept(token, receiver, { facilityName: "Another Name" })).data["facilityName"]).toBe("Another Name")

    const full = await facility()
    for (const place of [1, 2]) {
      const serial = `7900000${place}`
      const facts = { companyID: company.acme, facilityID: full.facilityID, serial, code: "1234" }
      await server.run(makeLock({ ...facts, status: LockStatus.id.Available }))
    }
    const refused = await accept(await offered(full.facilityID), receiver)
    expect(refused).toMatchObject({ code: "LockLimitReached" })
    // Nothing was changed.
    expect(await facilityNames(await as("acme", Role.id.Owner))).toContain(full.name)
    expect((await ask("GET", `/locks/${full.lockID}`, await as("acme", Role.id.Owner))).data["unlockCode"]).toBe("4711")
  })

  it("leave a facility excluded from the API until its new company includes it", async () => {
    const { facilityID } = await facility()
    const toggle = (token: string) => ask("POST", `/companies/toggle-exclude-facility?facilityID=${facilityID}`, token)
    expect(await toggle(await as("acme", Role.id.Owner))).toMatchObject({ status: 200, data: { includedInAPI: false } })
    const receiver = await as("zebra")
    expect((await accept(await offered(facilityID), receiver)).status).toBe(200)
    expect((await ask("GET", `/facilities/${facilityID}`, receiver)).data).toMatchObject({ includedInAPI: false })
    expect(await toggle(receiver)).toMatchObject({ status: 200, data: { includedInAPI: true } })
  })

  it("don't include the FMS or the notification list", async () => {
    const { facilityID } = await facility()
    const sender = await as("acme", Role.id.Owner)
    const { data } = await ask("GET", "/auth/user", sender)
    const edit = await ask("PUT", "/facilities/update", sender, {
      facilityID,
      phoneNumber: "5550100200",
      managementSoftware: 1,
      mode: 2,
      externalFacilityId: "E-77",
      corporatePassword: "never-theirs",
      userReportNotifications: [{ userId: data["userID"], notificationType: 1, notificationPreference: 2 }]
    })
    expect(edit.status).toBe(200)
    const receiver = await as("zebra")
    expect((await accept(await offered(facilityID), receiver)).status).toBe(200)
    const seen = await ask("GET", `/facilities/${facilityID}`, receiver)
    expect(seen.data).toMatchObject({ userReportNotifications: [], externalFacilityId: "", secretsSet: [] })
    expect(server.logged()).not.toContain("never-theirs")
  })
})
