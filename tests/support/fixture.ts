import { argon2Sync } from "node:crypto"
import { Effect, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, LockId, UserId } from "#core/base/ids.ts"
import { Tier, type TierId } from "#core/companies/tiers.ts"
import { defaultLockColor } from "#core/locks/lockColors.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { insertedRow } from "#server/db/insertedRow.ts"
import { Keyring } from "#server/secrets/Keyring.ts"

/** The password of every fixture user. */
export const password = "correct-horse-9"

const farFuture = new Date("2100-01-01T00:00:00Z")
const past = new Date("2020-01-01T00:00:00Z")

/** Facts of a fixture company; all have defaults. */
export interface CompanyFacts {
  readonly tier?: TierId
  readonly paidThrough?: Date | null
  readonly suspended?: boolean
  readonly hideLockCodes?: boolean
  readonly hideLockCodesFlag?: boolean
  readonly clientTimeout?: number
  readonly roleOverrides?: unknown
  readonly maxLocks?: number
}

/** The email of a company's user with a role: `admin@acme.example.com`. */
export const emailOf = (company: string, role: RoleId, nth = 0): string =>
  `${Role.label(role).toLowerCase().replaceAll(" ", "-")}${nth === 0 ? "" : nth}@${company}.example.com`

const nonce = Buffer.alloc(16, 7)

/** A hash of `password` that takes a thousandth of the usual memory, so that signing in takes no time. */
const hashOfPassword = `$argon2id$v=19$m=46,t=1,p=1$${nonce.toString("base64url")}$${argon2Sync("argon2id", {
  message: password,
  nonce,
  memory: 46,
  passes: 1,
  parallelism: 1,
  tagLength: 32
}).toString("base64url")}`

/** IDs by name that `beforeAll` sets. */
export const laterIds = <Id extends number, const Name extends string>(
  _: Schema.Decoder<Id>,
  ...names: ReadonlyArray<Name>
): Record<Name, Id> => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, Id>

/** The ID of a company's user with a role. */
export const userIn = (users: ReadonlyMap<RoleId, UserId>, role: RoleId): UserId => {
  const userID = users.get(role)
  if (userID === undefined) throw new Error(`there is no user with role ${role}`)
  return userID
}

/** Creates a company with one user of every role, all with `password`. Returns its id and the users' ids by role. */
export const makeCompany = Effect.fn("makeCompany")(function* (name: string, facts: CompanyFacts = {}) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  const next = yield* sql<{
    id: CompanyId
  }>`SELECT nextval(pg_get_serial_sequence('companies', 'company_id'))::int AS id`
  const { id: companyID } = insertedRow(next)
  yield* sql`
    INSERT INTO companies (company_id, name, tier, paid_through, suspended, hide_lock_codes, hide_lock_codes_flag,
      client_timeout_ms, role_overrides, own_max_locks, max_locks_per_facility, data_key, created_at)
    VALUES (${companyID}, ${name}, ${facts.tier ?? Tier.id.Premium},
      ${facts.paidThrough === undefined ? farFuture : facts.paidThrough}, ${facts.suspended ?? false},
      ${facts.hideLockCodes ?? true}, ${facts.hideLockCodesFlag ?? true}, ${facts.clientTimeout ?? 8 * 60 * 60 * 1000},
      ${JSON.stringify(facts.roleOverrides ?? {})}::text::jsonb, ${facts.maxLocks !== undefined}, ${facts.maxLocks ?? null},
      ${yield* keyring.newCompanyKey(companyID)}, ${past})`
  const people = Role.rows.map(({ id }) => ({ role: id, email: emailOf(name, id), first: Role.label(id) }))
  const made = yield* sql<{ user_id: UserId; role_id: RoleId }>`
    INSERT INTO users (company_id, email, first_name, last_name, role_id, password_hash, created_at)
    SELECT ${companyID}, email, first, ${name}, role, ${hashOfPassword}, ${past}
    FROM json_to_recordset(${JSON.stringify(people)}::text::json) AS r(role smallint, email text, first text)
    RETURNING user_id, role_id`
  const users = new Map(made.map(({ user_id, role_id }) => [role_id, user_id]))
  return { companyID, name, users }
})

/** Creates a facility and returns its id. */
export const makeFacility = Effect.fn("makeFacility")(function* (companyID: CompanyId, name: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ facility_id: FacilityId }>`
    INSERT INTO facilities (company_id, name, created_at) VALUES (${companyID}, ${name}, ${past}) RETURNING facility_id`
  return insertedRow(rows).facility_id
})

/** Facts of a fixture lock. */
export interface LockFacts {
  readonly companyID: CompanyId
  readonly facilityID: FacilityId | null
  readonly serial: string
  readonly code: string
  readonly status: LockStatusId
  readonly unit?: string
  readonly active?: boolean
}

/** Creates a lock, sealed as by the server, and returns its id. */
export const makeLock = Effect.fn("makeLock")(function* (facts: LockFacts) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  const sealed = yield* keyring.sealCode({ companyID: facts.companyID, serial: facts.serial, version: 1 }, facts.code)
  const rows = yield* sql<{ lock_id: LockId }>`
    INSERT INTO locks (company_id, facility_id, serial, status, unit, color, is_active, sealed, updated_at)
    VALUES (${facts.companyID}, ${facts.facilityID}, ${facts.serial}, ${facts.status}, ${facts.unit ?? null},
      ${defaultLockColor}, ${facts.active ?? true}, ${sealed}, ${past}) RETURNING lock_id`
  return insertedRow(rows).lock_id
})

/** A lock among many: also its color, and who changed it last and when. */
export interface ManyLockFacts extends LockFacts {
  readonly color?: number
  readonly updatedBy?: UserId | null
  readonly updatedAt?: Date
}

/** Creates many locks in one statement. */
export const makeLocks = Effect.fn("makeLocks")(function* (locks: ReadonlyArray<ManyLockFacts>) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  const rows = yield* Effect.forEach(locks, (lock) =>
    Effect.map(
      keyring.sealCode({ companyID: lock.companyID, serial: lock.serial, version: 1 }, lock.code),
      (sealed) => ({
        unit: null,
        color: defaultLockColor,
        active: true,
        updatedBy: null,
        updatedAt: past,
        ...lock,
        sealed: Buffer.from(sealed).toString("hex")
      })
    )
  )
  yield* sql`
    INSERT INTO locks (company_id, facility_id, serial, status, unit, color, is_active, sealed, updated_by, updated_at)
    SELECT "companyID", "facilityID", serial, status, unit, color, active, decode(sealed, 'hex'), "updatedBy", "updatedAt"
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS r("companyID" int, "facilityID" int, serial text,
      status smallint, unit text, color int, active bool, sealed text, "updatedBy" int, "updatedAt" timestamptz)`
})

/** Adds a manufactured lock to the registry. */
export const makeRegistered = Effect.fn("makeRegistered")(function* (serial: string, code: string) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  yield* sql`INSERT INTO registry VALUES (${serial}, ${keyring.sealRegistryCode(serial, code)}, NULL, ${past})`
})

/** Options of locks added to the registry. */
export interface RegisteredFacts {
  /** A lock's combination; 0042 by default. */
  readonly codeOf?: (serial: string) => string
  readonly batch?: string | null
}

/** Adds locks with these serial codes to the registry. */
export const makeManyRegistered = Effect.fn("makeManyRegistered")(function* (
  serials: ReadonlyArray<string>,
  { codeOf = () => "0042", batch = null }: RegisteredFacts = {}
) {
  const sql = yield* SqlClient.SqlClient
  const keyring = yield* Keyring
  const sealed = serials.map((serial) => keyring.sealRegistryCode(serial, codeOf(serial)))
  yield* sql`
    INSERT INTO registry (serial, sealed, batch, loaded_at)
    SELECT n.serial, n.sealed, ${batch}, now() FROM unnest(${[...serials]}::text[], ${sealed}::bytea[]) AS n(serial, sealed)`
})
