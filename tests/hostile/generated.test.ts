import { Arbitrary, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { seed } from "../faults/random.ts"
import { homes } from "../support/databases.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { makeScene, roleChoices, type Scene } from "./attackers.ts"
import { contractCalls } from "./contractCalls.ts"
import { type HostileRequest, hostileRequests } from "./HostileRequest.ts"
import { judge } from "./judge.ts"
import { requests } from "./lengths.ts"
import { makeSender, type Sender } from "./sendRequest.ts"
import { told } from "./told.ts"
import { writeOut } from "./writeOut.ts"

/** Calls whose every request derives a password key, 50 ms of work: they get a fifth of the others' requests. */
const expensive = new Set(["auth.login", "auth.updatePasswordWithToken"])

/** Two thirds of the requests go to the embedded database. */
const share = { embedded: 2 / 3, postgres: 1 / 3 }

const weight = (name: string): number => (expensive.has(name) ? 0.2 : 1)
const weights = contractCalls.reduce((sum, { name }) => sum + weight(name), 0)

/** Everything of the other company, to be the same before and after. */
const foreignRows = (companyID: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const tables = [
      "users",
      "facilities",
      "locks",
      "lock_logs",
      "lock_counts",
      "audit_records",
      "audit_heads",
      "reveals"
    ]
    return yield* Effect.forEach(tables, (table) =>
      Effect.map(
        sql`SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS rows FROM ${sql(table)} t WHERE company_id = ${companyID}`,
        ([row]) => [table, row]
      )
    )
  })

describe.each(homes)(`$name: hostile requests generated from the contract (seed ${seed})`, (home) => {
  let server: TestServer
  let sender: Sender
  let scene: Scene
  let before: unknown
  beforeAll(async () => {
    server = await startTestServer(
      home,
      Effect.map(makeScene, (made) => {
        scene = made
      })
    )
    sender = makeSender(server.address)
    before = await server.run(foreignRows(scene.foreignCompanyID))
  })
  afterAll(async () => {
    sender.close()
    await server.close()
  })

  const withNewSession = ({ role }: HostileRequest): Effect.Effect<Scene> =>
    Effect.promise(async () => {
      const roleID = roleChoices[role] ?? null
      const userID = roleID === null ? undefined : scene.users.get(roleID)
      if (roleID === null || userID === undefined) return scene
      const create = Effect.flatMap(Sessions, (sessions) =>
        sessions.create({ userID, client: "terminal", remember: false, fromSso: false })
      )
      return { ...scene, tokens: new Map([[roleID, await server.run(create)]]) }
    })

  it.each(contractCalls.map((call) => [call.name, call] as const))(
    "%s",
    async (name, call) => {
      const runs = Math.ceil((requests * share[home.name] * weight(name)) / weights)
      const property = (request: HostileRequest) =>
        Effect.gen(function* () {
          // What signs out does so with a session of its own.
          const written = writeOut(call, request, name === "auth.logout" ? yield* withNewSession(request) : scene)
          const answer = yield* Effect.tryPromise({
            try: () => sender.send(written),
            catch: (error) => `no answer: ${String(error)}\n${told(written)}`
          })
          const wrong = judge(written.own ? call : null, written, answer)
          if (wrong.length > 0)
            yield* Effect.fail(`${wrong.join("; ")}\n${told(written)}\n${answer.status} ${short(answer.text)}`)
          return true
        })
      const result = await Effect.runPromise(
        Arbitrary.checkEffect(hostileRequests(call), property, {
          runs,
          seed: `${seed} ${name}`,
          concurrency: 4,
          maxShrinks: 300
        })
      )
      expect(Arbitrary.formatCheckFailure(result), `seed ${seed}`).toBeUndefined()
    },
    20_000 + requests * 10
  )

  it("leave the server as it was for everybody else", async () => {
    expect(await server.run(foreignRows(scene.foreignCompanyID))).toEqual(before)
    const token = await server.signIn("acme", Role.id.Admin)
    const { data: verified } = await server.call(token, (api) => api.audit.verify({ query: {} }))
    expect(verified.broken).toBeNull()
    const { data: revealed } = await server.call(token, (api) =>
      api.locks.reveal({ query: {}, payload: { serialCode: "10000000", reason: "Remove Overlock" } })
    )
    expect(revealed.unlockCode).toBe("1234")
    expect(server.logged()).not.toContain("ServerFault")
    expect(await server.fetch("/healthz")).toMatchObject({ status: 200 })
  })
})
