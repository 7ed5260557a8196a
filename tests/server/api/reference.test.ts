import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { version } from "#core/base/version.ts"
import { defaultWebhookTimes } from "#server/webhooks/WebhookTimes.ts"
import { postgres } from "../../support/databases.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"

describe("the OpenAPI document", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(postgres, Effect.void)
  })
  afterAll(() => server.close())

  it("documents who may make each call: anyone, people, or people and API keys", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { security: ReadonlyArray<object> }>>
    }
    expect((await server.fetch("/api/openapi.json")).json).toMatchObject({ info: { version } })
    const securityOf = (path: string, method: string) => paths[`/api${path}`]?.[method]?.security
    expect(securityOf("/auth/login", "post")).toEqual([])
    expect(securityOf("/jobs", "get")).toEqual([{ session: [] }])
    // No key can have the area of API keys, or the role for announcements.
    expect(securityOf("/companies/add-api-key", "post")).toEqual([{ session: [] }])
    expect(securityOf("/notices/broadcast", "post")).toEqual([{ session: [] }])
    expect(securityOf("/locks/search", "get")).toEqual([{ apiKey: [] }, { session: [] }])
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { security }] of Object.entries(operations)) {
        if (path.includes("{")) continue
        const { status } = await server.fetch(path, { method: method.toUpperCase() })
        expect([path, method, status === 401]).toEqual([path, method, security.length > 0])
      }
    }
  })

  it("documents ids and other numbers with their limits, and which calls have a dry run or an idempotency key", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { parameters: ReadonlyArray<{ name: string; schema: object }> }>>
    }
    const parametersOf = (path: string, method: string) =>
      Object.fromEntries(paths[`/api${path}`]?.[method]?.parameters.map(({ name, schema }) => [name, schema]) ?? [])
    const id = (title: string) => ({ type: "integer", minimum: 1, maximum: 2_147_483_647, title })
    expect(parametersOf("/facilities/{id}", "get")).toEqual({ id: id("facilityID"), companyID: id("companyID") })
    expect(parametersOf("/companies/webhooks/{id}", "delete")).toMatchObject({ id: id("webhookID") })
    expect(parametersOf("/roles/{role}/reset", "post")).toMatchObject({
      role: { type: "integer", enum: expect.arrayContaining([Role.id.Admin]) }
    })
    expect(parametersOf("/notices", "get")).toMatchObject({ count: { type: "integer", minimum: 1, maximum: 1000 } })
    expect(parametersOf("/settings/update-client-timeout", "put")).toMatchObject({ clientTimeout: { type: "integer" } })
    expect(parametersOf("/locks", "get")).toMatchObject({ lastPulled: { format: "date-time" } })
    expect(parametersOf("/locks/activate-lock", "post")).toEqual({
      companyID: id("companyID"),
      dryRun: { type: "string", enum: ["true"] }
    })
    expect(Object.keys(parametersOf("/companies/add-api-key", "post"))).toEqual([
      "companyID",
      "dryRun",
      "idempotency-key"
    ])
    expect(Object.keys(parametersOf("/auth/logout", "post"))).toEqual([])
    expect(Object.keys(parametersOf("/auth/login", "post"))).toEqual([])
  })

  it("documents each message of a webhook, and the numbers of statuses and colors", async () => {
    const { paths, webhooks } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, unknown>
      readonly webhooks: Record<string, { post: { requestBody: unknown; responses: Record<string, unknown> } }>
    }
    const events = ["lock.activated", "lock.changed", "lock.revealed", "facility.changed", "job.done", "webhook.test"]
    expect(Object.keys(webhooks)).toEqual(events)
    for (const [type, { post }] of Object.entries(webhooks)) {
      const { attempts, timeout } = defaultWebhookTimes
      expect(JSON.stringify(post.requestBody)).toContain(`"type":{"type":"string","enum":["${type}"]}`)
      expect(post.responses).toMatchObject({
        "2XX": { description: expect.stringContaining(`within ${timeout / 1000} seconds`) },
        default: { description: expect.stringContaining(`${attempts} times`) }
      })
    }
    expect(JSON.stringify(webhooks["lock.changed"])).toContain('"description":"1001 Available, 1002 Lost, ')
    expect(JSON.stringify(paths["/api/locks/update-lock"])).toContain("-65536 red, ")
  })

  it("explains how lists are filtered, sorted and paged", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<
        string,
        Record<string, { parameters: ReadonlyArray<{ name: string; description?: string }> }>
      >
    }
    const explained = new Set(["count", "page", "after", "from", "lastPulled", "filter", "sort", "companyID"])
    const parameters = Object.values(paths).flatMap((each) => Object.values(each).flatMap((one) => one.parameters))
    const unexplained = parameters.filter(({ name, description }) => explained.has(name) && description === undefined)
    expect(unexplained).toEqual([])
  })

  it("documents a response that many calls have once, and each call refers to it", async () => {
    const { paths, components } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
      readonly components: { readonly responses: Record<string, { readonly description: string }> }
    }
    const { "401": signedOut } = paths["/api/locks/search"]?.["get"]?.responses ?? {}
    expect(signedOut).toEqual({ $ref: "#/components/responses/Unauthorized" })
    expect(components.responses["Unauthorized"]?.description).toBe("SignedOut | ApiKeyNotAccepted")
    const waits = { headers: { "retry-after": { schema: { type: "integer" } } } }
    expect(components.responses).toMatchObject({ TooManyRequests: waits, Unavailable: waits })
    expect(components.responses["Unauthorized"]).not.toHaveProperty("headers")
    const referred = Object.values(paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ responses }) => Object.values(responses).flatMap(({ $ref }) => $ref ?? []))
    expect(new Set(referred)).toEqual(
      new Set(Object.keys(components.responses).map((name) => `#/components/responses/${name}`))
    )
  })

  it("names the schema of each failure after its code, and refers only to schemas it has", async () => {
    const { json } = await server.fetch("/api/openapi.json")
    const { schemas } = (json as { readonly components: { readonly schemas: Record<string, object> } }).components
    const failures = Object.entries(schemas).filter(([name]) => !name.endsWith("Success"))
    expect(failures.length).toBeGreaterThan(100)
    for (const [name, schema] of failures) expect(schema).toMatchObject({ properties: { code: { enum: [name] } } })
    const referred = JSON.stringify(json).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
    expect(new Set([...referred].map(([, name]) => name))).toEqual(new Set(Object.keys(schemas)))
  })

  it("names the schema of each successful body after the first call that has it", async () => {
    const { paths, components } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
      readonly components: { readonly schemas: Record<string, object>; readonly responses: Record<string, unknown> }
    }
    const bodyOf = (name: string) => ({ content: { "application/json": { schema: { $ref: name } } } })
    const reveal = paths["/api/locks/reveal-unlock-code"]?.["post"]?.responses["200"]
    expect(reveal).toMatchObject(bodyOf("#/components/schemas/LocksRevealSuccess"))
    expect(components.schemas["LocksRevealSuccess"]).toMatchObject({
      properties: { success: { enum: [true] }, data: { properties: { unlockCode: { type: "string" } } } }
    })
    expect(components.responses["JobsActivateSuccess"]).toMatchObject(
      bodyOf("#/components/schemas/JobsActivateSuccess")
    )
    const successes = [...Object.values(paths).flatMap((each) => Object.values(each)), components]
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => status.startsWith("2") || status.endsWith("Success"))
    expect(JSON.stringify(successes)).not.toContain('"properties"')
  })

  it("names each shared response after its failures, or after the first call that has it", async () => {
    const { components } = (await server.fetch("/api/openapi.json")).json as {
      readonly components: { readonly responses: Record<string, { readonly description: string }> }
    }
    const usual = {
      Forbidden: "AccessDenied | RoleNotAllowed | FeatureNotIncluded | NotForApiKeys | ViewingOnly",
      Unauthorized: "SignedOut | ApiKeyNotAccepted"
    }
    expect(components.responses).toHaveProperty("LockNotFoundOrCompanyNotFound")
    expect(components.responses).toHaveProperty("JobsActivateSuccess.description", "Success")
    for (const [name, { description }] of Object.entries(components.responses)) {
      if (name.endsWith("Success")) continue
      const failures = name.split("Or").map((each) => (each in usual ? usual[each as keyof typeof usual] : each))
      expect(description.split(" | ")).toEqual(failures.join(" | ").split(" | "))
      expect(new Set(description.split(" | ")).size).toBe(description.split(" | ").length)
    }
  })

  it("documents the files of forms as files", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>
    }
    const formOf = (path: string) =>
      paths[`/api${path}`]?.["post"]?.requestBody?.content["multipart/form-data"]?.schema ?? expect.unreachable()
    const file = { type: "string", format: "binary" }
    for (const path of ["/facilities/import-csv", "/users/import", "/companies/subdomains/upload-logo"]) {
      expect(formOf(path)).toMatchObject({ properties: { file }, required: ["file"] })
    }
    const ids = { type: "array", items: { type: "integer" } }
    const properties = { facilityIDs: ids, files: { type: "array", items: file } }
    expect(formOf("/customer-service/ticket")).toMatchObject({ properties })
  })

  it("lists only failures that a call can have", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<
        string,
        Record<string, { responses: Record<string, { $ref?: string; description?: string }> }>
      >
    }
    const failuresOf = (path: string, method: string) =>
      Object.entries(paths[`/api${path}`]?.[method]?.responses ?? {}).flatMap(([status, { $ref, description }]) =>
        status === "200" ? [] : [$ref?.split("/").at(-1) ?? description]
      )
    const ofBodies = ["TooLarge", "WrongContentTypeOrBodyEncoded"]
    expect(failuresOf("/auth/login", "post")).toEqual([
      "Malformed",
      "WrongCredentials",
      ...ofBodies,
      "TooManyRequests",
      "ServerFault",
      "Unavailable"
    ])
    expect(failuresOf("/portal/{subdomainUrl}", "get")).toContain("PortalNotFound")
    // Only calls with an idempotency key can have been saved already.
    expect(failuresOf("/locks/search", "get")).not.toContain("SavedAlready")
    expect(failuresOf("/companies/webhooks", "post").join(" ")).toContain("SavedAlready")
  })

  it("answers with the methods that the document has for a path", async () => {
    const { paths } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, object>>
    }
    for (const path of ["/api/locks/update-lock", "/api/facilities/add", "/api/locks/search"]) {
      const { status, headers } = await server.fetch(path, { method: "PATCH" })
      const methods = Object.keys(paths[path] ?? {}).map((method) => method.toUpperCase())
      expect([status, headers.get("allow")]).toEqual([
        405,
        methods.flatMap((each) => (each === "GET" ? ["GET", "HEAD"] : [each])).join(", ")
      ])
    }
  })

  it("lets responses have further fields, but not bodies", async () => {
    const { paths, components } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { requestBody?: object; responses: object }>>
      readonly components: object
    }
    const operations = Object.values(paths).flatMap((each) => Object.values(each))
    const closed = '"additionalProperties":false'
    expect(JSON.stringify([components, operations.map(({ responses }) => responses)])).not.toContain(closed)
    expect(JSON.stringify(paths["/api/auth/login"]?.["post"]?.requestBody)).toContain(closed)
  })

  it("documents how a body is refused, for each call that has one", async () => {
    const { paths, components } = (await server.fetch("/api/openapi.json")).json as {
      readonly paths: Record<string, Record<string, { requestBody?: object; responses: Record<string, object> }>>
      readonly components: { readonly responses: Record<string, { readonly description: string }> }
    }
    for (const { requestBody, responses } of Object.values(paths).flatMap((each) => Object.values(each))) {
      expect(["413" in responses, "415" in responses]).toEqual(Array(2).fill(requestBody !== undefined))
    }
    expect(components.responses["TooLarge"]?.description).toBe("TooLarge")
    expect(components.responses["WrongContentTypeOrBodyEncoded"]?.description).toBe("WrongContentType | BodyEncoded")
  })
})
