import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import type { Audit } from "#server/audit/Audit.ts"
import { dataLayer } from "#server/main.ts"
import { Keyring } from "#server/secrets/Keyring.ts"
import type { TestHome } from "../support/databases.ts"
import { makeCompany, makeFacility, makeManyRegistered } from "../support/fixture.ts"
import { codeOf } from "./codeOf.ts"
import type { ChildOptions } from "./serverChild.ts"

/** A database and data folder that a server process uses, and that a test can read while none does. */
export interface Storage {
  readonly options: ChildOptions
  /** Deletes both. */
  readonly dispose: () => Promise<void>
}

/** A new migrated database in a home, with a data folder. */
export const openStorage = async (home: TestHome): Promise<Storage> => {
  const { config, dispose } = await home.open()
  if (config.kind === "embedded") return { options: { data: config.folder }, dispose }
  const data = mkdtempSync(join(tmpdir(), "lockdesk-server-"))
  return {
    options: { data, databaseUrl: Redacted.value(config.url) },
    dispose: async () => {
      await dispose()
      rmSync(data, { recursive: true, force: true })
    }
  }
}

/** Runs an effect on the database, keys and records of a storage that no server has open. */
export const onStorage = <A, E>(
  { data, databaseUrl }: ChildOptions,
  effect: Effect.Effect<A, E, SqlClient.SqlClient | Keyring | Audit>
): Promise<A> =>
  Effect.runPromise(
    effect.pipe(
      Effect.provide(
        dataLayer({ data, ...(databaseUrl === undefined ? {} : { databaseUrl: Redacted.make(databaseUrl) }) })
      ),
      Effect.provide(Logger.layer([]))
    )
  )

/** The roles of the users whose calls a fault interrupts. */
export const workers = [Role.id.Admin, Role.id.Personnel, Role.id.Owner] as const

/** The initial data of a fault test's company. */
export interface Stock {
  readonly companyID: CompanyId
  readonly facilityIDs: ReadonlyArray<FacilityId>
  /** Serial codes in the registry, none activated. */
  readonly serials: ReadonlyArray<string>
}

const chunk = 1000

/** Creates the company "acme" with two facilities and `locks` manufactured locks. */
export const stock = Effect.fn("stock")(function* (
  locks: number
): Effect.fn.Return<Stock, unknown, SqlClient.SqlClient | Keyring> {
  const { companyID } = yield* makeCompany("acme")
  const facilityIDs = [yield* makeFacility(companyID, "Maple St"), yield* makeFacility(companyID, "Oak Ave")]
  const serials = Array.from({ length: locks }, (_, at) => String(10_000_000 + at))
  for (let from = 0; from < locks; from += chunk) {
    yield* makeManyRegistered(serials.slice(from, from + chunk), { codeOf })
  }
  return { companyID, facilityIDs, serials }
})
