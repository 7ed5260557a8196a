import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { RoleId } from "#core/auth/roles.ts"
import { askPiece } from "#web/sync/askPiece.ts"
import { askWhole } from "#web/sync/askWhole.ts"
import type { LockListDeps } from "#web/sync/LockListState.ts"
import { postgres } from "../../support/databases.ts"
import { makeCompany, makeFacility, makeLocks } from "../../support/fixture.ts"
import { movableClock, startTestServer, type TestServer } from "../../support/testServer.ts"
import { makePiece, makeWhole } from "./asking.ts"

/**
 * The number of acme's locks, from serial code 10,000,000. The last one is inactive. Personnel is restricted to Maple St, which
 * has two in three of them.
 */
export const acmeLocks = 23

const fill = Effect.gen(function* () {
  const acme = yield* makeCompany("acme")
  const birch = yield* makeCompany("birch")
  const maple = yield* makeFacility(acme.companyID, "Maple St")
  yield* makeFacility(acme.companyID, "Elm Row")
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE users SET facility_ids = ARRAY[${maple}::int] WHERE role_id = 5 AND company_id = ${acme.companyID}`
  const oak = yield* makeFacility(birch.companyID, "Oak Ave")
  yield* makeLocks(
    Array.from({ length: acmeLocks }, (_, n) => ({
      companyID: acme.companyID,
      facilityID: n % 3 === 2 ? null : maple,
      serial: String(10_000_000 + n),
      code: "4711",
      status: n % 2 === 0 ? (1001 as const) : (1006 as const),
      ...(n % 2 === 0 ? {} : { unit: `A-${n}` }),
      active: n !== acmeLocks - 1,
      updatedBy: acme.users.get(4) ?? null,
      // Many share a timestamp, so a cursor by time alone would skip some.
      updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n < 15 ? 5 : n))
    }))
  )
  yield* makeLocks([
    { companyID: birch.companyID, facilityID: oak, serial: "20000000", code: "4711", status: 1001 as const }
  ])
})

/** A real server with two companies, and what is needed to fill a list from it. */
export interface SyncServer extends TestServer {
  readonly clock: ReturnType<typeof movableClock>
  /** What a user's tab uses; small pieces, so that there are several. */
  readonly depsOf: (company: string, role: RoleId, more?: Partial<LockListDeps>) => Promise<LockListDeps>
  /** Changes a lock in the database as the server does. */
  readonly change: (
    serial: string,
    to: {
      readonly status?: number
      readonly unit?: string
      readonly active?: boolean
      readonly facility?: string
    }
  ) => Promise<void>
}

export const startSyncServer = async (): Promise<SyncServer> => {
  const clock = movableClock()
  const server = await startTestServer(postgres, fill, { clock })
  const now = () => clock.currentTimeMillisUnsafe()
  return {
    ...server,
    clock,
    depsOf: async (company, role, more = {}) => {
      const token = await server.enter(company, role)
      const user: LoggedInUser = (await server.call(token, (client) => client.auth.user({ query: {} }))).data
      return {
        user,
        ask: (query) => askPiece(makePiece(server, token), query, 5),
        askWhole: (after, take) => askWhole(makeWhole(server, token), after, take, 5),
        keeper: null,
        now,
        ...more
      }
    },
    change: async (serial, { status, unit, active, facility }) => {
      await server.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            UPDATE locks SET updated_at = ${new Date(now())}, status = coalesce(${status ?? null}::int, status),
              unit = coalesce(${unit ?? null}, unit), is_active = coalesce(${active ?? null}::bool, is_active),
              facility_id = coalesce((SELECT facility_id FROM facilities WHERE name = ${facility ?? null}), facility_id)
            WHERE serial = ${serial}`
        )
      )
    }
  }
}
