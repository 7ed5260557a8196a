import { Effect } from "effect"
import type { DemoSummary } from "#server/demo/DemoSummary.ts"
import { seedDemo } from "#server/demo/seedDemo.ts"
import type { TestHome } from "../../support/databases.ts"
import { startTestServer } from "../../support/testServer.ts"

export const size = 2000
export const now = new Date()

/** A server with demonstration data, and ways for tests to query its database. */
export const startDemo = async (home: TestHome) => {
  let summary: DemoSummary | undefined
  const server = await startTestServer(
    home,
    Effect.map(seedDemo({ size, seed: 1, now }), (made) => void (summary = made))
  )
  if (summary === undefined) throw new Error("the server started without its demonstration data")
  const { signIns } = summary

  /** Rows of a query without parameters. */
  const rows = <Row extends object>(query: string) => server.sql((sql) => sql.unsafe<Row>(query))

  return {
    server,
    summary,
    rows,
    /** How many rows `FROM ...` has. */
    count: async (query: string) => (await rows<{ n: number }>(`SELECT count(*)::int AS n ${query}`))[0]?.n,
    /** The column `n` of a query. */
    numbers: async (query: string) => (await rows<{ n: number }>(query)).map(({ n }) => n),
    /** Signs in with the printed credentials of a role. */
    signIn: (role: string) => {
      const { email = "", password = "" } = signIns.find((person) => person.role === role) ?? {}
      return server.call(null, (api) => api.auth.login({ payload: { email, password } }))
    }
  }
}

export type DemoServer = Awaited<ReturnType<typeof startDemo>>
