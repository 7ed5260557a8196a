import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { demoBatches } from "#server/demo/seedBatches.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import { FmsSchedule } from "#server/fms/FmsSchedule.ts"
import { postgres } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

/** Fields from the documents, copied by hand from 000 §3, 001 §3 and 002 §3. */
const documented = {
  user: `userID email name firstName lastName companyID companyName roleID subscriptionTier paidThrough
    subscriptionSuspended Features Permissions fromSsoLogin`,
  lock: `lockID serialCode facilityID isActive statusName secondaryStatusName lockStatusID secondaryLockStatus unlockCode
    unitNumber color viewCount updatedBy updatedOn facilityName`,
  log: "logID logDescription createdOn",
  unit: "id name status",
  returnReport: "reportId createdOn",
  activatedLock: "serialCode color updatedOn",
  revealedLock: `unlockCode lockID serialCode facilityID isActive statusName secondaryLockStatus unitNumber color viewCount`,
  facility: `facilityID facilityName facilityURL facilityDisplayName companyDisplayName email phoneNumber
    phoneNumberCustomerService no_Of_Units street city state zip lat lng isActive includedInAPI no_of_locks lockCount
    managementSoftware managementSoftwareType companyID companySubdomainID`,
  facilityForm: `userReportNotifications transferTo externalFacilityId corporateCode corporateUsername locationCode baseUrl
    databaseName serverName`,
  notificationEntry: `id userId notificationType companyId facilityId notificationPreference createdOn userEmail
    userFirstName userLastName`,
  fmsTestResult: `facilityID facilityName managementSoftwareName managementSoftware result errorMessage errorCode timestamp
    manualTest`,
  settings: "mobileTimeout clientTimeout numberOfLocks hideLockCodes emailViewLockCodesReport",
  releaseActions: "vacantReleaseAction overlockReleaseAction",
  subdomain: "id displayName subdomainUrl facilityIDs logo",
  teamUser: "userID name firstName lastName email roleID status facilityIDs companyID userInRole roleName",
  role: "id name",
  apiKey: "id name key secret allFacilities isActive facilityIds"
} as const
type Entity = keyof typeof documented
const fieldsOf = (entity: Entity): ReadonlyArray<string> => documented[entity].split(/\s+/)

type Body = Readonly<Record<string, unknown>>

describe("the server's responses", () => {
  let server: TestServer
  let token = ""
  beforeAll(async () => {
    const emails = new Map<string, string>()
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const { signIns } = yield* seedDemo({ size: 400, seed: 1, now: new Date() })
        for (const { role, email } of signIns) emails.set(role, email)
        yield* (yield* FmsSchedule).testNow
      }),
      { fms: { simulators: true } }
    )
    const body = { email: emails.get(Role.label(Role.id.Owner)), password: "lockdesk-demo" }
    const { json } = await server.fetch("/api/auth/login", { method: "POST", body })
    token = (json as { data: { token: string } }).data.token
  })
  afterAll(() => server.close())

  const send = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await server.fetch(`/api${path}`, { method, token, body })
    return { status: answer.status, ...(answer.json as Body) }
  }
  const get = async (path: string): Promise<unknown> => (await send("GET", path))["data"]
  const all = async (path: string) => (await get(path)) as ReadonlyArray<Body>
  const first = async (path: string): Promise<Body> => (await all(path))[0] ?? expect.unreachable(`nothing at ${path}`)
  const ownFacility = () => first("/facilities")
  const firstLock = (filter: string) => first(`/locks/search?filter=${encodeURIComponent(filter)}&count=5&page=1`)

  const bodies: Readonly<Record<Entity, () => Promise<unknown>>> = {
    user: () => get("/auth/user"),
    lock: () => firstLock(`status=${LockStatus.id.AssignedOverlock}`),
    log: async () =>
      first(`/locks/logs?lockID=${(await firstLock(`status=${LockStatus.id.AssignedOverlock}`))["lockID"]}`),
    unit: async () => {
      for (const { facilityID } of await all("/facilities")) {
        const { data } = await send("GET", `/facilities/${facilityID}/units`)
        if (Array.isArray(data) && data.length > 0) return data[0]
      }
      return null
    },
    returnReport: async () => {
      const lock = await firstLock(`status=${LockStatus.id.ReturnedToDropbox}`)
      const users = await all("/users")
      await send("POST", `/locks/process-lock-returns?recipientID=${users[0]?.["userID"]}`, [
        { ...lock, updateSecondaryLockStatusTo: LockStatus.id.Available }
      ])
      return first(`/reports/returned-locks/facilities/${lock["facilityID"]}`)
    },
    activatedLock: async () => {
      const { facilityID } = await ownFacility()
      const { data } = await send("POST", "/locks/bulk-activate", { batchID: demoBatches[0], facilityID })
      const { successLocks, errorLocks } = data as Readonly<Record<string, ReadonlyArray<Body>>>
      expect(errorLocks).toEqual([])
      return successLocks?.[0]
    },
    revealedLock: async () => {
      const { serialCode } = await firstLock(`status=${LockStatus.id.AssignedOverlock}`)
      return (await send("POST", "/locks/reveal-unlock-code", { serialCode, reason: "Remove Overlock" }))["data"]
    },
    facility: ownFacility,
    facilityForm: async () => get(`/facilities/${(await ownFacility())["facilityID"]}`),
    notificationEntry: async () => {
      const { facilityID } = await ownFacility()
      const [user] = await all("/users")
      const entry = { userId: user?.["userID"], notificationType: 1, notificationPreference: 2 }
      await send("PUT", "/facilities/update", { facilityID, userReportNotifications: [entry] })
      const form = (await get(`/facilities/${facilityID}`)) as { userReportNotifications: ReadonlyArray<Body> }
      return form.userReportNotifications[0]
    },
    fmsTestResult: async () =>
      Object.values((await get("/facilities/last-integration-test-result-for-user")) as Body)[0],
    settings: () => get("/settings/profile"),
    releaseActions: () => get("/settings/profile"),
    subdomain: () => first("/companies/subdomains"),
    teamUser: () => first("/users"),
    role: () => first("/users/roles"),
    apiKey: async () => {
      const form = { id: 0, key: "", secret: "", name: "Gate", facilityIds: [], allFacilities: true, isActive: true }
      await send("POST", "/companies/add-api-key", form)
      return first("/companies/api-keys")
    }
  }

  it.each(Object.keys(documented) as ReadonlyArray<Entity>)("of a %s has its documented fields", async (entity) => {
    const body = await bodies[entity]()
    expect(Object.keys(body as Body)).toEqual(expect.arrayContaining([...fieldsOf(entity)]))
  })

  it("never contain a facility's secret connection fields", async () => {
    const seen = new Set<string>()
    for (const { facilityID } of await all("/facilities")) {
      const form = (await get(`/facilities/${facilityID}`)) as Body & { secretsSet: ReadonlyArray<string> }
      for (const name of form.secretsSet) {
        seen.add(name)
        expect(form).not.toHaveProperty(name)
      }
    }
    expect(seen).toContain("corporatePassword")
  })

  it("give no facility for a lock in the inventory, and the status Available", async () => {
    const { data } = await send("POST", "/locks/bulk-activate", { batchID: demoBatches[1], facilityID: null })
    const { successLocks } = data as Readonly<Record<string, ReadonlyArray<Body>>>
    const stored = await firstLock(`serialCode=${successLocks?.[0]?.["serialCode"]}`)
    expect(stored).toMatchObject({
      facilityID: null,
      facilityName: null,
      unitNumber: null,
      secondaryLockStatus: 1001,
      color: -4_144_960
    })
  })

  it("say why a reveal was refused, without the lock", async () => {
    const { serialCode } = await firstLock(`status=${LockStatus.id.AssignedOverlock}`)
    const denied = await send("POST", "/locks/reveal-unlock-code", { serialCode, reason: "" })
    expect(denied["status"]).toBeGreaterThanOrEqual(400)
    expect(denied["error"]).toEqual(expect.any(String))
    expect(JSON.stringify(denied)).not.toMatch(/unlockCode|lockID/)
  })

  it("contain the documented defaults for unset values", async () => {
    const form = { facilityName: "Fresh", phoneNumber: "5550100200" }
    const { data } = await send("POST", "/facilities/add", form)
    expect(data).toMatchObject({ isActive: true, includedInAPI: true, managementSoftware: 0, no_Of_Units: 0 })
  })
})
