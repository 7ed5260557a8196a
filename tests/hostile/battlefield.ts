import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect } from "vitest"
import { Role } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import type { TestHome } from "../support/databases.ts"
import { startTestServer, type TestServer } from "../support/testServer.ts"
import { makeScene, roleChoices, type Scene } from "./attackers.ts"
import type { ContractCall } from "./contractCalls.ts"
import type { HostileRequest } from "./HostileRequest.ts"
import { judge } from "./judge.ts"
import { makeSender } from "./sendRequest.ts"
import { type Written, writeOut } from "./writeOut.ts"

/**
 * Replaces the vendors' servers with an address of this machine that the outgoing host rule refuses, so nothing is sent out.
 */
const nowhere = Object.fromEntries(Fms.ids.map((id) => [id, "https://127.0.0.1:9/"]))

/** A server with two companies, attacked by one of them. */
export interface Battlefield {
  /** Sends a request to a call and returns the status. Fails with what is wrong with the response, and with the request. */
  readonly attack: (call: ContractCall, request: HostileRequest) => Effect.Effect<number, string>
  /** Whether a call's schemas accept the request, so that the call itself must handle it. */
  readonly reaches: (call: ContractCall, request: HostileRequest) => boolean
  /** Checks that the other company's data is unchanged and that the server works. */
  readonly expectUnharmed: () => Promise<void>
  readonly close: () => Promise<void>
}

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}... (${text.length})` : text)

const textOf = ({ method, path, headers, body, chunked }: Written): string =>
  [
    `${method} ${path}`,
    JSON.stringify(headers),
    `${body?.length ?? "no"} bytes${chunked ? ", chunked" : ""}`,
    body?.toString().trim() ?? ""
  ]
    .map(short)
    .join("\n")

const tables = [
  "users",
  "facilities",
  "locks",
  "lock_logs",
  "lock_counts",
  "audit_records",
  "audit_heads",
  "reveals",
  "outbox",
  "jobs",
  "return_reports",
  "api_keys",
  "webhooks"
]

/** All rows of a company, to compare before and after. */
const rowsOf = (companyID: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.forEach(
      tables,
      (table) => sql`
        SELECT ${table}::text AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS rows
        FROM ${sql(table)} t WHERE company_id = ${companyID}`
    )
  })

/** The scene with a new session for the request's role, so that a sign-out ends no other session. */
const withNewSession = (server: TestServer, scene: Scene, { role }: HostileRequest): Effect.Effect<Scene> =>
  Effect.promise(async () => {
    const roleID = roleChoices[role] ?? null
    const userID = roleID === null ? undefined : scene.users.get(roleID)
    if (roleID === null || userID === undefined) return scene
    const create = Effect.flatMap(Sessions, (sessions) =>
      sessions.create({ userID: UserId.make(userID), client: "terminal", remember: false, fromSso: false })
    )
    return { ...scene, tokens: new Map([[roleID, await server.run(create)]]) }
  })

/** The parsed text, or undefined if it can't be parsed. */
const parsedBy = (parse: () => unknown): unknown => {
  try {
    return parse()
  } catch {
    return undefined
  }
}

/** Whether the call's schemas accept all of this request. */
const isTaken = (call: ContractCall, { path, body }: Written): boolean => {
  const [address = "", search = ""] = path.split(/\?(.*)/s)
  const names = call.path.split("/")
  const segments = address.split("/")
  const params = parsedBy(() =>
    Object.fromEntries(
      names.flatMap((name, at) =>
        name.startsWith(":") ? [[name.slice(1), decodeURIComponent(segments[at] ?? "")]] : []
      )
    )
  )
  return (
    segments.length === names.length &&
    call.takes("params", params) &&
    call.takes("query", Object.fromEntries(new URLSearchParams(search))) &&
    call.takes(
      "payload",
      parsedBy(() => JSON.parse(body?.toString() ?? "{}"))
    )
  )
}

/** Starts a server with both companies in a home. */
export const openBattlefield = async (home: TestHome): Promise<Battlefield> => {
  let made: Scene | undefined
  const server = await startTestServer(
    home,
    Effect.map(makeScene, (scene) => {
      made = scene
    }),
    { fms: { baseUrls: nowhere } }
  )
  const scene = made ?? expect.unreachable()
  const sender = makeSender(server.address)
  const before = await server.run(rowsOf(scene.foreignCompanyID))
  return {
    attack: Effect.fnUntraced(function* (call, request) {
      const own = call.name === "auth.logout" ? yield* withNewSession(server, scene, request) : scene
      const written = writeOut(call, request, own)
      const answer = yield* Effect.tryPromise({
        try: () => sender.send(written),
        catch: (error) => `no answer: ${String(error)}\n${textOf(written)}`
      })
      const wrong = judge(written.own ? call : null, written, answer)
      if (wrong.length === 0) return answer.status
      return yield* Effect.fail(`${wrong.join("; ")}\n${textOf(written)}\n${answer.status} ${short(answer.text)}`)
    }),
    reaches: (call, request) => isTaken(call, writeOut(call, request, scene)),
    expectUnharmed: async () => {
      expect(await server.run(rowsOf(scene.foreignCompanyID))).toEqual(before)
      const token = await server.signIn("acme", Role.id.Admin)
      const { data: verified } = await server.call(token, (api) => api.audit.verify({ query: {} }))
      expect(verified.broken).toBeNull()
      const { data: revealed } = await server.call(token, (api) =>
        api.locks.reveal({ query: {}, payload: { serialCode: "10000000", reason: "Remove Overlock" } })
      )
      // Users of this company may have changed it meanwhile, but it can still be decrypted.
      expect(revealed.unlockCode).toMatch(/^\d{4}$/)
      expect(server.logged()).not.toContain("A request failed")
      expect(await server.fetch("/healthz")).toMatchObject({ status: 200 })
    },
    close: async () => {
      sender.close()
      await server.close()
    }
  }
}
