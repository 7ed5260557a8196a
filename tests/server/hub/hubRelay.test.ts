import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { HubConnectionState } from "@microsoft/signalr"
import { CompanyId } from "#core/base/ids.ts"
import { Database, type DatabaseConfig } from "#server/db/Database.ts"
import { HubRelay } from "#server/hub/HubRelay.ts"
import { postgres, type TestDatabase } from "../../support/databases.ts"
import { connect, listen, people, until } from "./hubHarness.ts"
import { makeSessions, serve, type TestService } from "./serviceHarness.ts"

const { ann, bob, eve } = people

let database: TestDatabase
let sql: ManagedRuntime.ManagedRuntime<PgClient.PgClient, unknown>

const relayOn = (config: DatabaseConfig): Layer.Layer<HubRelay, unknown> =>
  HubRelay.layerPostgres.pipe(Layer.provide(Database.layer(config)))

beforeAll(async () => {
  database = await postgres.open()
  sql = ManagedRuntime.make(Database.layer(database.config))
})

afterAll(async () => {
  await sql.dispose()
  await database.dispose()
})

/** The hubs of two server processes on one database. Sessions end in both. */
const startTwo = async (): Promise<{ readonly here: TestService; readonly there: TestService }> => {
  const sessions = makeSessions([ann, bob, eve]).layer
  const here = await serve(sessions, relayOn(database.config))
  const there = await serve(sessions, relayOn(database.config))
  return { here, there }
}

/** Runs a statement directly on the database. */
const run = <A extends object>(text: (client: PgClient.PgClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
  sql.runPromise(Effect.flatMap(PgClient.PgClient, text))

const cutListeners = (): Promise<ReadonlyArray<{ readonly cut: boolean }>> =>
  run(
    (client) =>
      client<{ readonly cut: boolean }>`SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE 'listen %'`
  )

const cutSenders = (): Promise<ReadonlyArray<{ readonly cut: boolean }>> =>
  run(
    (client) =>
      client<{ readonly cut: boolean }>`SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ILIKE '%pg_notify%unnest%'`
  )

const join = async (url: string, person: (typeof people)["ann" | "bob" | "eve"]) => {
  const client = await connect(url, { person, automaticReconnect: true })
  const heard = listen(client, "updateLock")
  client.onreconnected(() => void client.invoke("joinCompanyGroup", person.token))
  await client.invoke("joinCompanyGroup", person.token)
  return { client, heard }
}

describe("two server processes on one PostgreSQL", () => {
  it("deliver each other's events once per client, in order, and only to the company", async () => {
    const { here, there } = await startTwo()
    const annHere = await join(here.url, ann)
    const bobThere = await join(there.url, bob)
    const eveThere = await join(there.url, eve)
    for (let i = 0; i < 300; i++) await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: [i] })
    await there.publish({ companyID: CompanyId.make(20), target: "updateLock", args: ["eve's"] })
    await here.publish({
      companyID: CompanyId.make(10),
      userID: bob.userID,
      target: "updateLock",
      args: ["bob's"]
    })
    await until("it crossed over", () => bobThere.heard.at(-1)?.[0] === "bob's")
    await there.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["back"] })
    await until("it crossed back", () => annHere.heard.at(-1)?.[0] === "back")
    const numbers = Array.from({ length: 300 }, (_, i) => i)
    expect(annHere.heard.flat()).toEqual([...numbers, "back"])
    expect(bobThere.heard.flat()).toEqual([...numbers, "bob's", "back"])
    expect(eveThere.heard.flat()).toEqual(["eve's"])
  })

  it("deliver events larger than a notification, complete and in order", async () => {
    const { here, there } = await startTwo()
    const bobThere = await join(there.url, bob)
    const large = { ids: Array.from({ length: 20_000 }, (_, i) => i), text: "é€🔐\u0000\n".repeat(5000) }
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["before"] })
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: [large] })
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["x".repeat(7_990)] })
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["after"] })
    await until("all crossed over", () => bobThere.heard.length === 4)
    expect(bobThere.heard.flat()).toEqual(["before", large, "x".repeat(7_990), "after"])
  })

  it("close the connections of a session that ended in either", async () => {
    const { here, there } = await startTwo()
    const annThere = await join(there.url, ann)
    const bobThere = await join(there.url, bob)
    const reason = new Promise<Error | undefined>((resolve) => annThere.client.onclose(resolve))
    await here.closeSession(ann.sessionId, "Signed out elsewhere.")
    expect((await reason)?.message).toContain("Signed out elsewhere.")
    expect(bobThere.client.state).toBe(HubConnectionState.Connected)
    expect(await there.connections()).toBe(1)
  })

  it("survive foreign notifications on their channel", async () => {
    const { here, there } = await startTwo()
    const bobThere = await join(there.url, bob)
    for (const payload of [
      "",
      "hello",
      'x.1.0.1:{"kind":"event"}',
      'x.1.0.1:{"kind":"close","sessionId":7}',
      "x.1.0.1:{"
    ]) {
      await run((client) => client`SELECT pg_notify('lockdesk_hub', ${payload})`)
    }
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["still"] })
    await until("it crossed over", () => bobThere.heard.length === 1)
    expect(bobThere.heard).toEqual([["still"]])
  })

  it("listen again after the connection is lost, and make their clients reconnect", async () => {
    const { here, there } = await startTwo()
    const bobThere = await join(there.url, bob)
    const first = bobThere.client.connectionId
    expect((await cutListeners()).filter(({ cut }) => cut)).toHaveLength(2)
    await until("bob has reconnected", () => {
      const { connectionId, state } = bobThere.client
      return state === HubConnectionState.Connected && connectionId !== null && connectionId !== first
    })
    expect(there.logs.filter((line) => line.includes("level=WARN"))).toEqual([
      expect.stringContaining("Lost the connection to the other server processes; retrying")
    ])
    await bobThere.client.invoke("joinCompanyGroup", bob.token)
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["after"] })
    await until("it crossed over", () => bobThere.heard.length === 1)
    expect(bobThere.heard).toEqual([["after"]])
  })

  it("send again what failed because the connection was lost", async () => {
    const { here, there } = await startTwo()
    const bobThere = await join(there.url, bob)
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["before"] })
    await until("it crossed over", () => bobThere.heard.length === 1)
    for (let round = 0; round < 3; round++) {
      expect((await cutSenders()).filter(({ cut }) => cut).length).toBeGreaterThan(0)
      for (let i = 0; i < 20; i++)
        await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: [round, i] })
      await until("all crossed over", () => bobThere.heard.length >= 1 + 20 * (round + 1))
    }
    expect(bobThere.heard.slice(1)).toEqual(
      [0, 1, 2].flatMap((round) => Array.from({ length: 20 }, (_, i) => [round, i]))
    )
  })
})

describe("an event too large for the relay", () => {
  it("still reaches the clients of its own process", async () => {
    const { here, there } = await startTwo()
    const annHere = await join(here.url, ann)
    const bobThere = await join(there.url, bob)
    const huge = "x".repeat(1_700_000)
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: [huge] })
    await here.publish({ companyID: CompanyId.make(10), target: "updateLock", args: ["after"] })
    await until("the next crossed over", () => bobThere.heard.length === 1)
    await until("both were heard here", () => annHere.heard.length === 2)
    expect(annHere.heard.flat().map((arg) => String(arg).length)).toEqual([1_700_000, 5])
    expect(bobThere.heard).toEqual([["after"]])
    expect(here.logs).toContainEqual(
      expect.stringMatching(/level=ERROR.*A hub event is too large to send to the other server processes/)
    )
  })
})
