import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { simulatedFields } from "#server/fms/simulators/simulatedFields.ts"
import { postgres, usualHomes } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLock } from "../../support/fixture.ts"
import { otlpReceiver, type OtlpReceiver } from "../../support/otlpReceiver.ts"
import { startTestServer, type TestServer } from "../../support/testServer.ts"
import { baseUrlOf, openSimulator } from "../fms/fmsPlace.ts"

const serial = "48151623"
const combination = "9137"
const reason = "Tenant requested code"

describe.each(usualHomes)("a monitored server, on $name", (home) => {
  let server: TestServer
  let traces: OtlpReceiver
  let simulator: Awaited<ReturnType<typeof openSimulator>>
  let owner = ""
  let restricted = ""
  let closed = false
  const close = async () => {
    if (!closed) await server.close()
    closed = true
  }
  beforeAll(async () => {
    traces = await otlpReceiver()
    simulator = await openSimulator()
    server = await startTestServer(
      home,
      Effect.gen(function* () {
        const { companyID } = yield* makeCompany("acme", { hideLockCodes: true })
        const facilityID = yield* makeFacility(companyID, "Maple St")
        yield* makeLock({
          companyID,
          facilityID,
          serial,
          code: combination,
          status: LockStatus.id.AssignedOverlock,
          unit: "B-17"
        })
      }),
      { metricsPort: 0, otlp: traces.address, fms: simulator.settings }
    )
    owner = await server.enter("acme", Role.id.Owner)
    restricted = await server.enter("acme", Role.id.RestrictedPersonnel)
  })
  afterAll(async () => {
    await close()
    await traces.close()
    await simulator.close()
  })

  const scrape = async () => {
    const answer = await fetch(server.metrics ?? expect.unreachable())
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
    return answer.text()
  }
  /** The value of a metric, or 0 if it isn't there yet. */
  const valueOf = (text: string, name: string): number =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? 0
    )
  const reveal = (token: string, asked = serial) =>
    server.fetch("/api/locks/reveal-unlock-code", {
      method: "POST",
      token,
      body: { serialCode: asked, reason }
    })

  it("counts requests by method and status", async () => {
    const before = await scrape()
    await server.fetch("/api/facilities", { token: owner })
    await server.fetch("/api/facilities")
    const after = await scrape()
    for (const status of [200, 401]) {
      const name = `lockdesk_requests_total{method="GET",status="${status}"}`
      expect([status, valueOf(after, name) - valueOf(before, name)]).toEqual([status, 1])
    }
    const count = "lockdesk_request_seconds_count"
    expect(valueOf(after, count) - valueOf(before, count)).toBe(2)
  })

  it("counts reveals by decision", async () => {
    const decided = (text: string) =>
      ["approved", "rejected", "unavailable"].map((decision) =>
        valueOf(text, `lockdesk_reveals_total{decision="${decision}"}`)
      )
    const before = decided(await scrape())
    expect((await reveal(owner)).status).toBe(200)
    expect((await reveal(restricted)).status).toBe(403)
    expect((await reveal(owner, "48151624")).status).toBe(404)
    const after = decided(await scrape())
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 2, 0])
  })

  it("counts failed FMS connections by stage", async () => {
    const validate = (code: string) =>
      server.fetch("/api/auth/validate-fms", {
        method: "POST",
        token: owner,
        body: {
          managementSoftware: Fms.id.SsmCloud,
          mode: 1,
          ...simulatedFields(Fms.id.SsmCloud, code),
          baseUrl: baseUrlOf(simulator.address, Fms.id.SsmCloud)
        }
      })
    const failed = 'lockdesk_fms_failures_total{stage="auth"}'
    const before = valueOf(await scrape(), failed)
    expect((await validate("L1-auth")).json).toMatchObject({ data: { result: false } })
    expect((await validate("L1")).json).toMatchObject({ data: { result: true } })
    expect(valueOf(await scrape(), failed) - before).toBe(1)
  })

  it("measures the outbox, jobs, the hub, the event loop and the database", async () => {
    await server.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
        INSERT INTO outbox (company_id, user_id, recipient, subject, sealed, created_at, state, next_at)
        SELECT company_id, user_id, 'a@example.com', 'Hello', ''::bytea, now() - interval '1 hour', 'waiting', now() + interval '1 day'
        FROM users LIMIT 1`
      )
    )
    const text = await scrape()
    expect(valueOf(text, "lockdesk_outbox_messages")).toBe(1)
    expect(valueOf(text, "lockdesk_outbox_age_seconds")).toBeGreaterThanOrEqual(3600)
    expect(valueOf(text, "lockdesk_outbox_age_seconds")).toBeLessThan(3700)
    for (const line of [
      'lockdesk_jobs{state="applying"} 0',
      'lockdesk_jobs{state="receiving"} 0',
      "lockdesk_hub_connections 0",
      "lockdesk_database_up 1",
      "# TYPE lockdesk_database_wait_seconds gauge",
      "# TYPE lockdesk_event_loop_delay_seconds gauge",
      "# HELP lockdesk_outbox_age_seconds Age of the oldest message that waits to be sent; 0 without one."
    ]) {
      expect(text.split("\n")).toContain(line)
    }
  })

  it("measures event loop delay", async () => {
    const held = async () => {
      // Blocks the event loop, which the server shares. Right after a scrape, measuring only starts with the first sample.
      for (const until = performance.now() + 200; performance.now() < until;);
      return valueOf(await scrape(), 'lockdesk_event_loop_delay_seconds{quantile="1"}')
    }
    await expect.poll(held, { timeout: 10_000 }).toBeGreaterThan(0.15)
  })

  it("serves nothing else on that port", async () => {
    const metrics = server.metrics ?? expect.unreachable()
    expect(new URL(metrics).hostname).toBe("127.0.0.1")
    expect((await fetch(new URL("/api/facilities", metrics))).status).toBe(404)
    expect((await fetch(metrics, { method: "POST" })).status).toBe(404)
    expect((await server.fetch("/metrics")).text).not.toContain("lockdesk_requests_total")
  })

  it("puts no lock, user or content into labels or spans", async () => {
    await server.fetch(`/api/locks/search?search=${serial}`, { token: owner })
    await server.fetch("/api/auth/login", {
      method: "POST",
      body: { email: "nobody@acme.example.com", password: "hunter22" }
    })
    const metrics = await scrape()
    await close()
    const spans = traces.spans()
    expect(spans.map(({ name }) => name)).toContain("Reveals.reveal")
    const revealed = spans.find(({ name }) => name === "Reveals.reveal")
    const root = spans.find(({ traceId, parentSpanId }) => traceId === revealed?.traceId && parentSpanId === undefined)
    expect(root?.attributes.map(({ key }) => key).toSorted()).toEqual([
      "http.request.method",
      "http.response.status_code"
    ])
    for (const word of [serial, combination, "B-17", reason, "Maple", "example.com", "hunter22", owner, restricted]) {
      // Timestamps and IDs are long digit strings in which four digits mean nothing.
      const found = new RegExp(`\\b${word}\\b`)
      expect([word, found.test(metrics), found.test(traces.text())]).toEqual([word, false, false])
    }
  })
})

describe("a server without monitoring", () => {
  it("has no metrics", async () => {
    const server = await startTestServer(postgres, Effect.void)
    expect(server.metrics).toBeNull()
    await server.close()
  })
})
