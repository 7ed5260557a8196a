import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role, type RoleId } from "#core/auth/roles.ts"
import { FacilityId } from "#core/base/ids.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { baseUrlOf, openSimulator } from "../fms/fmsPlace.ts"

interface Answer {
  readonly status: number
  readonly text: string
  readonly code?: string
  readonly error?: string
  readonly next?: string
  readonly message?: string
  readonly data: Record<string, never>
}

const { SsmCloud, Sitelink, StorableEdge, Yardi } = Fms.id

describe("the FMS credentials of a facility form", () => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  /** Another reachable server, and every request it received. */
  const heard: Array<string> = []
  const elsewhere = createServer((request, response) => {
    let text = `${request.url ?? ""} ${JSON.stringify(request.headers)} `
    request.on("data", (piece: Buffer) => void (text += piece.toString("utf8")))
    request.on("end", () => {
      heard.push(decodeURIComponent(text.replaceAll("+", " ")))
      response.end("nothing known")
    })
  })
  const clock = movableClock()
  let elsewhereAt = ""
  let server: TestServer
  let owner = ""
  let nth = 0
  beforeAll(async () => {
    simulator = await openSimulator()
    await new Promise<void>((resolve) => void elsewhere.listen(0, "127.0.0.1", resolve))
    elsewhereAt = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const { settings } = simulator
    const privateHosts = [...(settings.privateHosts ?? []), new URL(elsewhereAt).host]
    const make = Effect.andThen(makeCompany("acme"), makeCompany("other"))
    server = await startTestServer(postgres, make, { clock, fms: { ...settings, privateHosts } })
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
    await new Promise((resolve) => void elsewhere.close(resolve))
  })

  const ask = async (method: string, path: string, body?: unknown, token = owner): Promise<Answer> => {
    const answer = await server.fetch(`/api${path}`, { method, token, body })
    return { status: answer.status, text: answer.text, ...(answer.json as Omit<Answer, "status" | "text">) }
  }
  const nameOf = () => `Facility ${(nth += 1)}`
  const ssm = (code: string, address = simulator.address): FmsFields => ({
    ...simulatedFields(SsmCloud, code),
    baseUrl: baseUrlOf(address, SsmCloud)
  })
  const add = (more: object, token = owner) =>
    ask("POST", "/facilities/add", { facilityName: nameOf(), phoneNumber: "5550100200", ...more }, token)
  const added = async (code = "L1"): Promise<number> => {
    const answer = await add({ managementSoftware: SsmCloud, ...ssm(code) })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.data["facilityID"] as unknown as number
  }
  const update = (facilityID: FacilityId, more: object) => ask("PUT", "/facilities/update", { facilityID, ...more })
  const calls = () => simulator.spent().answers
  const rows = async () => (await ask("GET", "/facilities")).data as unknown as ReadonlyArray<object>
  const withoutPassword = (fields: FmsFields): FmsFields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "corporatePassword"))

  it("are tested when a facility is added, which is refused if they are wrong", async () => {
    const before = (await rows()).length
    const wrong = await add({ managementSoftware: SsmCloud, ...ssm("L1-auth") })
    expect(wrong).toMatchObject({
      status: 422,
      code: "FmsNotValidated",
      error: "FMS failed to validate",
      data: { result: false, stage: "auth", errorCode: 401 }
    })
    const refused = await add({ managementSoftware: SsmCloud, ...ssm("L1", "http://192.168.0.1") })
    expect(refused).toMatchObject({ status: 422, code: "FmsNotValidated", data: { code: "https-only" } })
    expect((await rows()).length).toBe(before)
    await added()
    expect((await rows()).length).toBe(before + 1)
  })

  it("are tested when they are changed, and only then", async () => {
    const facilityID = await added()
    const before = calls()
    expect((await update(FacilityId.make(facilityID), { city: "Elsewhere" })).status).toBe(200)
    expect((await update(FacilityId.make(facilityID), { mode: 1, ...withoutPassword(ssm("L1")) })).status).toBe(200)
    expect(calls()).toBe(before)
    const wrong = await update(FacilityId.make(facilityID), { city: "Never", ...withoutPassword(ssm("L2-auth")) })
    expect(wrong).toMatchObject({ status: 422, code: "FmsNotValidated" })
    const seen = (await ask("GET", `/facilities/${facilityID}`)).data as unknown as Record<string, never>
    expect(seen).toMatchObject({ city: "Elsewhere", locationCode: "L1" })
    expect((await update(FacilityId.make(facilityID), { ...withoutPassword(ssm("L2")) })).status).toBe(200)
    expect(calls()).toBeGreaterThan(before + 1)
  })

  it.each([
    ["reset", "tcp"],
    ["http", "http"],
    ["slow", "timeout"],
    ["budget", "budget"],
    ["data", "data"]
  ])("are saved with a warning in an outage (%s), and tested again", async (kind, stage) => {
    const body = { managementSoftware: SsmCloud, ...ssm(`L1-${kind}`) }
    await ask("POST", "/auth/validate-fms", { ...body, mode: 1 })
    const before = calls()
    const made = await add(body)
    expect(made).toMatchObject({
      status: 200,
      message: expect.stringMatching(/^Saved, but the FMS connection could not be verified: .*testing it again/),
      unverified: { result: false, stage }
    })
    const facilityID = made.data["facilityID"] as unknown as number
    const results = async () =>
      (await ask("GET", `/facilities/integration-test-results?facilityID=${facilityID}`)).data as unknown
    await expect.poll(results, { interval: 20, timeout: 10_000 }).toMatchObject([{ result: false, stage }])
    // The form and the save made one call together. The background test makes the other one, seen in the results.
    expect(calls() - before).toBe(1)
    const spent = calls()
    const edited = await update(FacilityId.make(facilityID), {
      phoneNumber: "5550100299",
      mode: 1,
      ...withoutPassword(body)
    })
    expect([edited.status, edited.text.includes("unverified"), calls()]).toEqual([200, false, spent])
    expect(await update(FacilityId.make(facilityID), { ...ssm("L1-auth") })).toMatchObject({
      status: 422,
      code: "FmsNotValidated"
    })
    expect((await update(FacilityId.make(facilityID), ssm("L1"))).text).not.toContain("unverified")
  })

  it("are ignored while nothing about the FMS changes, even if required ones are missing", async () => {
    const { data } = await add({ managementSoftware: Fms.id.DoorSwap, mode: 2 })
    const facilityID = data["facilityID"] as unknown as number
    await server.sql((sql) => sql`DELETE FROM facility_fms WHERE facility_id = ${facilityID}`)
    const asShown = { managementSoftware: Fms.id.DoorSwap, mode: 1, externalFacilityId: "" }
    expect((await update(FacilityId.make(facilityID), { phoneNumber: "5550100298", ...asShown })).status).toBe(200)
    expect((await update(FacilityId.make(facilityID), { externalFacilityId: "D9" })).status).toBe(200)
    expect((await update(FacilityId.make(facilityID), { externalFacilityId: "" })).code).toBe("FacilityRefused")
  })

  it("are tested when the mode changes from files to FMS, also by the form's own call", async () => {
    const { data } = await add({ managementSoftware: SsmCloud, mode: 2, ...ssm("L3-auth") })
    const facilityID = data["facilityID"] as unknown as number
    expect(await update(FacilityId.make(facilityID), { mode: 1 })).toMatchObject({
      status: 422,
      code: "FmsNotValidated"
    })
    const draft = { facilityID, managementSoftware: SsmCloud, ...withoutPassword(ssm("L3-auth")) }
    const validate = async (more: object) => (await ask("POST", "/auth/validate-fms", { ...draft, ...more })).data
    expect(await validate({ mode: 1 })).toMatchObject({ result: false, stage: "auth" })
    expect(await validate({})).toMatchObject({ result: true, callsUsed: 0 })
  })

  it("are tested once by the form and its saving together, and again for anything else", async () => {
    const validate = (code: string, more: object = {}, token = owner) =>
      ask("POST", "/auth/validate-fms", { managementSoftware: SsmCloud, mode: 1, ...ssm(code), ...more }, token)
    const asked = async (what: Promise<Answer>): Promise<readonly [number, number]> => {
      const before = calls()
      const { status } = await what
      return [status, calls() - before]
    }
    const linked = (code: string) => ({ managementSoftware: SsmCloud, mode: 1, ...ssm(code) })
    const [, once] = await asked(validate("L30"))
    expect(once).toBeGreaterThan(0)
    const before = calls()
    const made = await add(linked("L30"))
    expect([made.status, calls() - before]).toEqual([200, 0])
    const facilityID = made.data["facilityID"] as unknown as number
    // Saving reuses the form's test with the stored password.
    expect((await validate("L31", { facilityID, corporatePassword: undefined })).data["result"]).toBe(true)
    expect(await asked(update(FacilityId.make(facilityID), { mode: 1, ...withoutPassword(ssm("L31")) }))).toEqual([
      200, 0
    ])
    // A different connection, facility or company is tested again, and so is one that failed or was tested long ago.
    expect(await asked(update(FacilityId.make(facilityID), { ...ssm("L32") }))).toEqual([200, once])
    await validate("L33")
    expect(await asked(update(FacilityId.make(facilityID), { ...ssm("L33") }))).toEqual([200, once])
    await validate("L34", {}, await server.enter("other", Role.id.Owner))
    expect(await asked(add(linked("L34")))).toEqual([200, once])
    await validate("L35-auth")
    expect((await asked(add(linked("L35-auth"))))[0]).toBe(422)
    await validate("L36")
    clock.advance(60_000)
    expect(await asked(add(linked("L36")))).toEqual([200, once])
  })

  it("are missing if the software is changed without them", async () => {
    const facilityID = await added()
    const bare = await update(FacilityId.make(facilityID), { managementSoftware: Sitelink })
    expect(bare).toMatchObject({ status: 422, code: "FacilityRefused" })
    expect(bare.text).toContain("Corporate Code is required.")
    expect((await update(FacilityId.make(facilityID), { managementSoftware: Fms.id.NotListed })).status).toBe(200)
  })

  it("stay with the server and FMS they were entered for, even if the address changes later", async () => {
    const facilityID = await added()
    const moved = withoutPassword(ssm("L1", elsewhereAt))
    expect(await update(FacilityId.make(facilityID), moved)).toMatchObject({ status: 422, code: "FacilityRefused" })
    const samePlace = { ...withoutPassword(simulatedFields(Yardi, "L1")), baseUrl: baseUrlOf(simulator.address, Yardi) }
    const trials = [
      { managementSoftware: Yardi, ...samePlace },
      { managementSoftware: SsmCloud, ...moved },
      { managementSoftware: Yardi, ...withoutPassword(simulatedFields(Yardi, "L1")), baseUrl: moved.baseUrl },
      { managementSoftware: StorableEdge, externalFacilityId: "L1", corporateUsername: "demo-key" }
    ]
    const secret = ssm("L1").corporatePassword ?? ""
    for (const trial of trials) {
      const { data } = await ask("POST", "/auth/validate-fms", { facilityID, ...trial })
      expect(data).toMatchObject({ result: false })
    }
    expect(heard.filter((text) => text.includes(secret))).toEqual([])
    expect(server.logged()).not.toContain(secret)
    // Entered again, the secret is sent there, which also proves that `heard` would show it.
    expect((await update(FacilityId.make(facilityID), { ...ssm("L1", elsewhereAt) })).code).toBe("FmsNotValidated")
    expect(heard.filter((text) => text.includes(secret))).not.toEqual([])
  })

  it("drop units that were read with other credentials", async () => {
    const facilityID = await added("L5")
    const units = async () => (await ask("GET", `/facilities/${facilityID}/units`)) as unknown as { fetchedOn: string }
    const kept = () =>
      server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT fetched_at FROM facility_units WHERE facility_id = ${facilityID}`
        )
      )
    const first = await units()
    expect(first.fetchedOn).not.toBeNull()
    expect(await update(FacilityId.make(facilityID), { city: "Same units" })).toMatchObject({ status: 200 })
    expect(await update(FacilityId.make(facilityID), { ...withoutPassword(ssm("L5")) })).toMatchObject({ status: 200 })
    expect(await kept()).toHaveLength(1)
    expect((await units()).fetchedOn).toBe(first.fetchedOn)
    expect(await update(FacilityId.make(facilityID), { ...withoutPassword(ssm("L6")) })).toMatchObject({ status: 200 })
    expect(await kept()).toHaveLength(0)
    await units()
    expect(await update(FacilityId.make(facilityID), { mode: 2 })).toMatchObject({ status: 200 })
    expect(await kept()).toHaveLength(0)
  })

  it("are not tested for users who can't write facilities", async () => {
    const before = calls()
    for (const { id } of Role.rows as ReadonlyArray<{ id: RoleId }>) {
      const token = await server.enter("acme", id)
      const { status } = await add({ managementSoftware: SsmCloud, ...ssm("L7-auth") }, token)
      const mayWrite = ([1, 2, 4, 10] as ReadonlyArray<number>).includes(id)
      expect([id, status]).toEqual([id, mayWrite ? 422 : 403])
    }
    expect(calls() - before).toBe(4)
    const other = await server.enter("other", Role.id.Owner)
    const facilityID = await added()
    const spent = calls()
    const body = { facilityID, ...withoutPassword(ssm("L8")) }
    expect((await ask("PUT", "/facilities/update", body, other)).status).toBe(404)
    expect(calls()).toBe(spent)
  })
})
