import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { postgres } from "../../support/databases.ts"
import { emailOf, makeCompany, makeFacility, password, userIn } from "../../support/fixture.ts"
import { pngOf } from "../../support/logoImages.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

interface Answer {
  readonly status: number
  readonly success?: boolean
  readonly data?: unknown
}

/** IDs and tokens from earlier calls that later calls use. */
interface Known {
  readonly company: number
  readonly owner: number
  readonly facility: number
  readonly subdomain: Record<string, unknown>
  readonly apiKey: Record<string, unknown>
  readonly user: Record<string, unknown>
}

type Call = readonly [
  method: string,
  path: (known: Known) => string,
  body: ((known: Known) => unknown) | null,
  data: (known: Known) => unknown
]

const some = expect.anything()
const resetLink = "http%3A%2F%2Flocalhost%2Fsetpassword"

/**
 * A user as the documents' form sends it (002 §7), without two fields the documents don't have: our version and our facility
 * switch.
 */
const userBody = (known: Known, facts: object) => ({
  firstName: "Dana",
  lastName: "Reyes",
  isActive: true,
  facilityIDs: [],
  roleID: Role.id.Personnel,
  email: "dana@acme.example.com",
  roleName: "",
  companyId: known.company,
  userInRole: 0,
  userID: 0,
  ...facts
})

/**
 * The calls of settings, subdomains, users, account and API keys as the documents' client makes them, copied by hand (002 §7).
 */
const calls: ReadonlyArray<Call> = [
  ["GET", ({ company }) => `/settings/profile?companyID=${company}`, null, () => ({ companyName: "acme" })],
  [
    "PUT",
    () => "/settings/update-locks-per-unit",
    () => ({ canHaveMultipleLocks: false }),
    () => ({ numberOfLocks: 1 })
  ],
  ["PUT", () => "/settings/update-hide-lock-codes", () => ({ hideLockCodes: true }), () => ({ hideLockCodes: true })],
  [
    "PUT",
    () => "/settings/update-email-view-lock-codes-report",
    () => ({ emailViewLockCodesReport: true }),
    () => ({ emailViewLockCodesReport: true })
  ],
  ["PUT", () => "/settings/update-client-timeout?clientTimeout=1200000", null, () => ({ clientTimeout: 1_200_000 })],
  ["PUT", () => "/settings/update-mobile-timeout?mobileTimeout=30", null, () => ({ mobileTimeout: 30 })],
  [
    "PUT",
    () => "/settings/update-assigned-over-lock",
    () => ({ status: 1001 }),
    () => ({ overlockReleaseAction: 1001 })
  ],
  ["PUT", () => "/settings/update-assigned-vacant", () => ({ status: 1003 }), () => ({ vacantReleaseAction: 1003 })],
  ["GET", () => "/utils/feature-flag?flag=HideLockCodes", null, () => true],
  ["GET", () => "/utils/feature-flag?flag=2", null, () => expect.any(Boolean)],
  ["GET", () => "/utils/feature-flag?flag=3", null, () => true],
  ["GET", () => "/companies/subdomains", null, () => []],
  [
    "POST",
    ({ company }) => `/companies/subdomains?companyID=${company}`,
    ({ facility }) => ({ displayName: "Maple", subdomainUrl: "maple", facilityIDs: [facility], logo: "" }),
    ({ facility }) => ({ id: expect.any(Number), facilityIDs: [facility], logo: null })
  ],
  [
    "PUT",
    ({ company }) => `/companies/subdomains?companyID=${company}`,
    ({ subdomain }) => ({ ...subdomain, displayName: "Maple Storage", facilityIDs: null }),
    ({ subdomain }) => ({ id: subdomain["id"], displayName: "Maple Storage", facilityIDs: [] })
  ],
  [
    "GET",
    ({ company }) => `/users?companyID=${company}`,
    null,
    ({ owner }) => expect.arrayContaining([expect.objectContaining({ userID: owner, roleID: Role.id.Owner })])
  ],
  ["GET", ({ company }) => `/users/roles?companyID=${company}`, null, () => expect.any(Array)],
  ["POST", () => `/users/add-user?resetLink=${resetLink}`, (known) => userBody(known, {}), () => ({ facilityIDs: [] })],
  [
    "PUT",
    () => `/users/update-user?resetLink=${resetLink}`,
    (known) =>
      userBody(known, {
        userID: known.user["userID"],
        userInRole: known.user["userInRole"],
        lastName: "Ito",
        isActive: false
      }),
    ({ user }) => ({ userID: user["userID"], lastName: "Ito", status: false, facilityIDs: [] })
  ],
  ["GET", () => "/users/validate-unique-email?email=dana@acme.example.com", null, () => ({ unique: false })],
  ["PUT", () => "/auth/update-name", () => ({ firstName: "Ada", lastName: "Onda" }), () => ({})],
  ["GET", () => "/auth/user", null, () => ({ firstName: "Ada", lastName: "Onda" })],
  [
    "PUT",
    () => "/auth/update-email",
    () => ({ email: "ada@harbor.example.com", confirmEmail: "ada@harbor.example.com" }),
    () => some
  ],
  [
    "POST",
    () => "/auth/login",
    () => ({ email: emailOf("acme", Role.id.Owner), password, isAuth: true }),
    () => ({ token: expect.any(String) })
  ],
  ["GET", () => "/companies/api-keys", null, () => []],
  [
    "POST",
    () => "/companies/add-api-key",
    () => ({ id: 0, key: "", secret: "", name: "Gate", facilityIds: [], allFacilities: true, isActive: true }),
    () => ({ name: "Gate", key: expect.any(String), secret: expect.stringMatching(/^ldk_live_/) })
  ],
  [
    "PUT",
    () => "/companies/update-api-key",
    ({ apiKey, facility }) => ({
      id: apiKey["id"],
      key: apiKey["key"],
      secret: "********",
      name: "Gate 2",
      facilityIds: [facility],
      allFacilities: false,
      isActive: false
    }),
    ({ apiKey, facility }) => ({ id: apiKey["id"], key: apiKey["key"], name: "Gate 2", facilityIds: [facility] })
  ],
  [
    "POST",
    ({ facility }) => `/companies/toggle-exclude-facility?facilityID=${facility}`,
    null,
    ({ facility }) => ({ facilityID: facility, includedInAPI: false })
  ],
  [
    "POST",
    () => "/companies/force-logout-company-users",
    ({ company, owner }) => ({ userGroup: 4, companyID: company, userID: owner }),
    () => ({ ended: expect.any(Number), users: expect.any(Number) })
  ],
  [
    "PUT",
    () => "/auth/update-password",
    () => ({ password: "quiet-harbor-27", confirmPassword: "quiet-harbor-27" }),
    () => ({ token: expect.any(String) })
  ]
]

describe("the company's calls, as the documents' client makes them", () => {
  let server: TestServer
  let owner = ""
  const known: { -readonly [K in keyof Known]: Known[K] } = {
    company: 0,
    owner: 0,
    facility: 0,
    subdomain: {},
    apiKey: {},
    user: {}
  }
  beforeAll(async () => {
    server = await startTestServer(
      postgres,
      Effect.gen(function* () {
        const { companyID, users } = yield* makeCompany("acme")
        known.company = companyID
        known.owner = userIn(users, Role.id.Owner)
        known.facility = yield* makeFacility(companyID, "Maple St")
      })
    )
    owner = await server.enter("acme", Role.id.Owner)
  })
  afterAll(() => server.close())

  const send = async (method: string, path: string, body: unknown): Promise<Answer> => {
    const { status, json } = await server.fetch(`/api${path}`, {
      method,
      token: owner,
      ...(body === null ? {} : { body })
    })
    return { status, ...(json as object) }
  }

  it.each(calls.map((call) => [`${call[0]} ${call[1](known).split("?")[0]}`, call] as const))(
    "%s succeeds with its data",
    async (_, [method, path, body, data]) => {
      const answer = await send(method, path(known), body?.(known) ?? null)
      const wanted = data(known)
      expect(answer).toMatchObject({ status: 200, success: true, data: wanted })
      const of = answer.data as Record<string, unknown>
      // A response may contain a new token, which the next calls use.
      if (typeof of["token"] === "string") owner = of["token"]
      if (path(known).startsWith("/companies/subdomains?")) known.subdomain = of
      if (path(known).startsWith("/users/add-user")) known.user = of
      if (path(known) === "/companies/add-api-key") known.apiKey = of
    }
  )

  it("accepts a logo as a form file, and removes no subdomain", async () => {
    const form = new FormData()
    form.append("file", new File([pngOf(40, 20)], "logo.png", { type: "image/png" }))
    const id = String(known.subdomain["id"])
    const uploaded = await fetch(`${server.address}/api/companies/subdomains/upload-logo?subdomainId=${id}`, {
      method: "POST",
      headers: { authorization: owner },
      body: form
    })
    expect([uploaded.status, await uploaded.json()]).toMatchObject([200, { success: true, data: { id: Number(id) } }])
    expect((await send("DELETE", `/companies/subdomains?subdomainId=${id}`, null)).status).toBe(405)
    expect((await send("DELETE", `/companies/subdomains/${id}`, null)).status).toBe(404)
    expect(await send("GET", "/companies/subdomains", null)).toMatchObject({ data: [{ id: Number(id) }] })
  })

  it("offers an Owner every role of a company, and only roles with an entry in the table", async () => {
    const { data } = await send("GET", "/users/roles", null)
    expect((data as ReadonlyArray<{ id: number; name: string }>).map(({ id, name }) => `${id} ${name}`)).toEqual([
      "4 Admin",
      "5 Personnel",
      "7 Call Center Agent",
      "9 Restricted Personnel",
      "10 Owner",
      "11 Vendor"
    ])
  })
})
