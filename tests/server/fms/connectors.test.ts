import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FacilityId } from "#core/base/ids.ts"
import { type FailureKind, failureKinds } from "#core/fms/fmsSimulators.ts"
import type { FmsFields } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import type { FmsOutcome } from "#core/fms/FmsTestResult.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany } from "../../support/fixture.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { admin, baseUrlOf, openSimulator, wires } from "./fmsPlace.ts"

/** The stage at which a connection test ends, by kind of failure. */
const stages: Readonly<Record<FailureKind, readonly [stage: string, code: RegExp]>> = {
  auth: ["auth", /^(401|401 auth|-98|message|invalid)$/],
  apikey: ["auth", /^(401|401 invalid_signature|-98|message|invalid|APIKeyInvalid)$/],
  license: ["license", /^(403|-95|PermissionDenied|success-false|license|message)$/],
  facility: ["facility", /^(404|404 facility|-75|no-such-property|not-in-locations|location|message)$/],
  http: ["http", /^503$/],
  schema: ["schema", /./],
  data: ["data", /^no-units$/],
  budget: ["budget", /^429$/],
  slow: ["timeout", /^no-answer$/],
  redirect: ["http", /^redirect$/],
  huge: ["schema", /^too-large$/],
  doctype: ["schema", /^(doctype|shape)$/],
  reset: ["tcp", /^(ECONNRESET|UND_ERR_SOCKET)$/]
}

describe("connectors against their simulators", () => {
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  let server: TestServer
  let token = ""
  /** The facility codes the simulator received. */
  const codes: Array<string> = []
  beforeAll(async () => {
    simulator = await openSimulator({
      slowness: 4_000,
      units: (code) => {
        codes.push(code)
        return Promise.resolve(null)
      }
    })
    server = await startTestServer(postgres, makeCompany("acme"), { fms: simulator.settings })
    token = await server.enter("acme", admin)
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })

  const fieldsOf = (fms: FmsId, code: string, password?: string): FmsFields => {
    const fields = simulatedFields(fms, code, password)
    return fields.baseUrl === undefined ? fields : { ...fields, baseUrl: baseUrlOf(simulator.address, fms) }
  }
  const validate = async (fms: FmsId, fields: FmsFields): Promise<FmsOutcome> => {
    const payload = { managementSoftware: fms, ...fields }
    const { data } = await server.call(token, (api) => api.fms.validate({ query: {}, payload }))
    return data
  }

  describe.each(wires.map((fms) => [Fms.label(fms), fms] as const))("%s", (name, fms) => {
    it("connects", async () => {
      expect(await validate(fms, fieldsOf(fms, "L017"))).toMatchObject({
        result: true,
        stage: null,
        errorMessage: null,
        nextAction: null,
        simulated: false
      })
    })

    it.each(failureKinds)("reports a failure of the kind %s", async (kind) => {
      const outcome = await validate(fms, fieldsOf(fms, `L017-${kind}`))
      // Storable Edge gives the same response for any key that isn't valid for the facility.
      const seen = fms === Fms.id.StorableEdge && kind === "license" ? "facility" : kind
      const [stage, code] = seen === kind ? stages[kind] : ["facility", /^403 license$/]
      expect(outcome).toMatchObject({ result: false, stage, errorCode: stage === "auth" ? 401 : null })
      expect(outcome.code).toMatch(code)
      expect(outcome.nextAction).not.toBe("")
      expect(outcome.errorMessage).toContain(name)
    })

    it("report a failure only if the vendor has it: only Hummingbird has an older key refusal", async () => {
      const { code } = await validate(fms, fieldsOf(fms, "L017-apikey"))
      expect(code === "APIKeyInvalid").toBe(fms === Fms.id.Hummingbird)
    })

    it("needs the right password, and otherwise shows the documents' message", async () => {
      const fields = fieldsOf(fms, "L017", "se<cret&17")
      const outcome = await validate(fms, fields)
      expect(outcome).toMatchObject({ stage: "auth", errorCode: 401, errorMessage: `Unable to Login to ${name}` })
      expect(JSON.stringify(outcome)).not.toContain("se<cret&17")
    })

    it("makes no call while a required field is empty", async () => {
      const before = simulator.spent().answers
      const { locationCode: _, externalFacilityId: __, corporatePassword: ___, ...fields } = fieldsOf(fms, "L017")
      expect(await validate(fms, fields)).toMatchObject({ stage: "auth", callsUsed: 0 })
      expect(simulator.spent().answers).toBe(before)
    })
  })

  it("shows a redacted sample of an unknown response, and logs none of it", async () => {
    const outcome = await validate(Fms.id.StorableEdge, fieldsOf(Fms.id.StorableEdge, "L017-schema"))
    expect(outcome.sample).toBe('{"rooms":[]}')
    expect(server.logged()).not.toContain("demo-key")
    expect(server.logged()).not.toContain("rooms")
  })

  it("sends the Storable Edge ID with dashes, typed with or without them", async () => {
    const id = "0b9f6d1e-0c1d-4b6f-9c61-7d0f0a2d9e11"
    for (const typed of [id, id.replaceAll("-", ""), ` ${id.toUpperCase()} `]) {
      expect((await validate(Fms.id.StorableEdge, fieldsOf(Fms.id.StorableEdge, typed))).result).toBe(true)
    }
    expect(codes.slice(-3)).toEqual([id, id, id.toUpperCase()])
  })

  it("reports when calls are allowed again", async () => {
    const outcome = await validate(Fms.id.Sitelink, fieldsOf(Fms.id.Sitelink, "L017-budget"))
    expect(outcome.retryAt).toMatch(/Z$/)
    expect(outcome.nextAction).toMatch(/^Try again later\. Calls are allowed again at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/)
  })

  it("has nothing to test for CSV", async () => {
    expect(await validate(Fms.id.DoorSwap, { externalFacilityId: "D1" })).toMatchObject({ result: true, callsUsed: 0 })
    expect(await validate(Fms.id.NotListed, {})).toMatchObject({ result: true, callsUsed: 0 })
  })

  it.each([
    ["http://127.0.0.1:1/", "tls", "only https addresses are allowed"],
    ["https://127.0.0.1:1/", "dns"],
    ["https://2130706433/", "dns"],
    ["https://[::1]/", "dns"],
    ["https://[::ffff:127.0.0.1]/", "dns"],
    ["https://[64:ff9b::7f00:1]/", "dns"],
    ["https://169.254.169.254/latest/", "dns", "its address is inside a private network"],
    ["https://0/", "dns"],
    ["https://localhost/", "dns"],
    ["https://localhost./", "dns"],
    ["https://user:word@example.com/", "dns", "the base URL contains a user name or password"],
    ["https://example.com:22/", "tcp", "its port is not allowed"],
    ["ftp://example.com/", "dns"],
    ["file:///etc/hostname", "dns"],
    ["not an address", "dns", "the base URL is not a web address"]
  ])("does not connect to %s, and says why", async (baseUrl, stage, because = "") => {
    const outcome = await validate(Fms.id.SsmCloud, { ...fieldsOf(Fms.id.SsmCloud, "L017"), baseUrl })
    expect(outcome).toMatchObject({ result: false, stage })
    expect(outcome.code).not.toBe("ECONNREFUSED")
    expect(outcome.errorMessage).toContain(because)
  })

  it("reports a refused connection at an allowed host", async () => {
    const gone = await openSimulator()
    const { host } = new URL(gone.address)
    await gone.close()
    const own = await startTestServer(postgres, makeCompany("other"), {
      fms: { privateHosts: [host], retries: 1 }
    })
    try {
      const other = await own.enter("other", admin)
      const payload = {
        managementSoftware: Fms.id.SsmCloud,
        ...fieldsOf(Fms.id.SsmCloud, "L017"),
        baseUrl: `http://${host}/`
      }
      const { data } = await own.call(other, (api) => api.fms.validate({ query: {}, payload }))
      expect(data).toMatchObject({ stage: "tcp", code: "ECONNREFUSED", callsUsed: 1 })
      expect(data.errorMessage).toBe("Unable to connect to SSM Cloud")
    } finally {
      await own.close()
    }
  })

  it("reports what no simulator can produce: an unknown host, and one without TLS", async () => {
    const ssm = (baseUrl: string) => validate(Fms.id.SsmCloud, { ...fieldsOf(Fms.id.SsmCloud, "L017"), baseUrl })
    const nowhere = await ssm("https://ssm.invalid/")
    expect(nowhere).toMatchObject({ stage: "dns", errorMessage: "Unable to connect to SSM Cloud", callsUsed: 1 })
    const plain = await ssm(simulator.address.replace("http:", "https:"))
    expect(plain).toMatchObject({ stage: "tls", nextAction: "Check the base URL and try again." })
  })

  it("needs Write on Facilities, and knows only the company's own facilities", async () => {
    const agent = await server.enter("acme", 7)
    const denied = await server.refused(agent, (api) =>
      api.fms.validate({ query: {}, payload: { managementSoftware: Fms.id.NotListed } })
    )
    expect(denied).toMatchObject({ _tag: "AccessDenied" })
    const unknown = await server.refused(token, (api) =>
      api.fms.validate({
        query: {},
        payload: { managementSoftware: Fms.id.NotListed, facilityID: FacilityId.make(999_999) }
      })
    )
    expect(unknown).toMatchObject({ _tag: "FacilityNotFound" })
  })
})
