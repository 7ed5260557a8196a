import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { Role } from "#core/auth/roles.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { Audit } from "../audit/Audit.ts"
import type { AppendedAudit, AuditEntry } from "../audit/auditEntry.ts"
import type { WitnessFailed } from "../audit/Witness.ts"
import { hashPassword } from "../auth/passwords.ts"
import type { Keyring } from "../secrets/Keyring.ts"
import { mainCompany, siteCompany } from "./demoCompanies.ts"
import { planDemo } from "./demoPlan.ts"
import { revealDays } from "./demoReveals.ts"
import type { DemoRun } from "./DemoRun.ts"
import { type DemoSummary, signInsOf } from "./DemoSummary.ts"
import { unknownSerial } from "./demoSerials.ts"
import { alone, DatabaseNotEmpty, isEmptyDatabase } from "./emptyDatabase.ts"
import { insertAudit, insertReveals, revealEntry, type RevealRow } from "./insertReveals.ts"
import { Random } from "#core/base/Random.ts"
import { seedBatches } from "./seedBatches.ts"
import { seedFms } from "./seedFms.ts"
import { seedLocks } from "./seedLocks.ts"
import { placesOf, seedCompanies } from "./seedPlaces.ts"
import { seedSubdomains } from "./seedSubdomains.ts"
import { seedStock } from "./seedStock.ts"
import { withoutIndexes } from "./withoutIndexes.ts"

/** The inputs of demonstration data. The same three values give the same rows, except for what must be random. */
export interface DemoOptions {
  /** The number of locks over all companies. */
  readonly size: number
  /** Any integer. */
  readonly seed: number
  /** The current time, at which the history ends. */
  readonly now: Date
  /** The password of all users. */
  readonly password?: string
}

export const demoPassword = "lockdesk-demo"

const dayMillis = 24 * 60 * 60 * 1000
/**
 * Limits for benchmarks with a million locks, so that they don't wait for audit records: about this many reveals, and
 * activations of fewer days.
 */
const mostReveals = 20_000
const fullAuditSize = 50_000
/** How many days ago the locks in use were shipped. */
const shippedDays = 750
/** One in this many requests is for an unknown serial code. */
const mistyped = 100

const runOf = ({ size, seed, now }: DemoOptions): DemoRun => ({
  seed,
  now,
  revealChance: Math.min(0.23, mostReveals / size),
  auditedSince: new Date(now.getTime() - revealDays * dayMillis * Math.min(1, fullAuditSize / size))
})

/** Requests of the same users at the same times for unknown serial codes. */
const mistypedRequests = (seed: number, reveals: ReadonlyArray<RevealRow>): ReadonlyArray<RevealRow> => {
  const random = new Random(seed, 0x717)
  return reveals
    .filter(({ approved }, nth) => approved && nth % mistyped === 0)
    .map((row) => ({
      ...row,
      facilityID: null,
      lockID: null,
      status: null,
      approved: false,
      serial: unknownSerial(random),
      at: new Date(row.at.getTime() - random.int(20, 90) * 1000)
    }))
}

const fill = Effect.fnUntraced(function* (options: DemoOptions) {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* isEmptyDatabase)) return yield* new DatabaseNotEmpty()
  const run = runOf(options)
  const password = options.password ?? demoPassword
  const companies = yield* seedCompanies(planDemo(options.size, options.seed), run, yield* hashPassword(password))
  const site = companies.find(({ plan }) => plan.company === siteCompany)
  const keeper = site?.people.find(({ roleID }) => roleID === Role.id.SuperAdmin)
  if (site === undefined || keeper === undefined) return yield* Effect.die(new Error("nobody keeps the registry"))
  const shipped = { by: keeper.userID, at: new Date(run.now.getTime() - shippedDays * dayMillis) }
  yield* seedFms(companies)
  const places = companies.flatMap((company) => placesOf(company, site.people))
  const { locks, logs, reveals, activations } = yield* withoutIndexes(
    ["locks", "lock_logs"],
    seedLocks(run, places, shipped)
  )
  const stock = yield* seedStock(run, locks, { companyID: site.companyID, userID: keeper.userID })
  const main = companies.find(({ plan }) => plan.company === mainCompany)
  if (main !== undefined) yield* seedBatches(main.companyID)
  const subdomains = main === undefined ? 0 : yield* seedSubdomains(main, shipped.at)
  const requests = [...reveals, ...mistypedRequests(run.seed, reveals)].sort((a, b) => a.at.getTime() - b.at.getTime())
  yield* insertReveals(requests)
  const entries: ReadonlyArray<AuditEntry> = [...requests.map(revealEntry), ...activations, ...stock.entries]
  yield* insertAudit(entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)))
  // Otherwise the planner would assume empty tables until the next maintenance.
  yield* sql`ANALYZE companies, users, facilities, registry, locks, lock_logs, lock_counts, reveals, audit_records`
  const heads = yield* sql<AppendedAudit & { company_id: CompanyId }>`
    SELECT company_id, seq AS audit_seq, hash AS audit_hash FROM audit_heads ORDER BY company_id`
  const summary: DemoSummary = {
    companies: companies.length,
    facilities: companies.reduce((sum, { facilityIDs }) => sum + facilityIDs.length, 0),
    subdomains,
    users: companies.reduce((sum, { people }) => sum + people.length, 0),
    locks,
    registry: locks + stock.loaded,
    logs,
    reveals: requests.length,
    auditRecords: entries.length,
    signIns: signInsOf(companies, password)
  }
  return { heads, summary }
})

/**
 * Fills an empty, migrated database with demonstration data, all or nothing. Every combination is sealed as by the server,
 * every rule of the documents holds, and the audit chains are complete and witnessed. Nothing in it is about real people or
 * companies. Fails with `DatabaseNotEmpty` if there is already a company.
 */
export const seedDemo: (
  options: DemoOptions
) => Effect.Effect<DemoSummary, SqlError | DatabaseNotEmpty | WitnessFailed, SqlClient.SqlClient | Keyring | Audit> =
  Effect.fn("seedDemo")(function* (options) {
    const audit = yield* Audit
    const { heads, summary } = yield* alone(fill(options))
    for (const head of heads) yield* audit.witness(head.company_id, head)
    return summary
  })
