import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { Role } from "#core/auth/roles.ts"
import type { UserId } from "#core/base/ids.ts"
import { Tier } from "#core/companies/tiers.ts"
import { OneTimeLinks } from "../auth/OneTimeLinks.ts"
import type { Keyring } from "../secrets/Keyring.ts"
import { alone, isEmptyDatabase } from "./emptyDatabase.ts"
import { insertCompany } from "../acting/insertCompany.ts"
import { insertUser } from "../acting/insertUser.ts"

/** The first Super Admin, and the one-time link to set their password: its path on this server. */
export interface FirstAdmin {
  readonly email: string
  readonly path: string
}

const defaultEmail = "admin@example.com"

/** The operator's own subscription never ends. */
const forEver = new Date("9999-12-31T00:00:00.000Z")

const makeSite = Effect.fnUntraced(function* (email: string, at: Date) {
  const companyID = yield* insertCompany({
    name: "Site",
    tier: Tier.id.Premium,
    paidThrough: forEver,
    hideLockCodes: true,
    locksPerUnit: 4,
    ownMaxLocks: null,
    createdAt: at
  })
  const userID = yield* insertUser({
    companyID,
    email,
    firstName: "Super",
    lastName: "Admin",
    roleID: Role.id.SuperAdmin,
    isActive: true,
    facilityIDs: [],
    passwordHash: null,
    createdAt: at
  })
  return { userID, email }
})

/** The only Super Admin, if they have not set a password yet; updates their email to the given one. */
const waiting = Effect.fnUntraced(function* (email: string | null, at: Date) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ user_id: UserId; email: string }>`
    UPDATE users SET email = coalesce(${email}::text, email) WHERE role_id = ${Role.id.SuperAdmin} AND password_hash IS NULL AND is_active
      AND NOT EXISTS (SELECT FROM users o WHERE o.role_id = ${Role.id.SuperAdmin} AND o.user_id <> users.user_id)
    RETURNING user_id, email`
  if (found === undefined) return null
  yield* sql`
    UPDATE one_time_links SET used_at = ${at}
    WHERE user_id = ${found.user_id} AND purpose = 'first-password' AND used_at IS NULL`
  return { userID: found.user_id, email: found.email }
})

/**
 * For the first start of an installation without demonstration data: creates the operator's company and its first Super Admin
 * without a password, and returns the one-time link to set one (valid for 24 hours). Called again before that, it returns a new
 * link, ends the earlier ones, and accepts another email. Afterwards, or with other data, returns null.
 * @param email null keeps the one they have; a new installation gets a default
 */
export const seedFirstAdmin: (
  email: string | null
) => Effect.Effect<FirstAdmin | null, SqlError, SqlClient.SqlClient | Keyring | OneTimeLinks> = Effect.fn(
  "seedFirstAdmin"
)(function* (email) {
  const links = yield* OneTimeLinks
  const at = new Date(yield* Clock.currentTimeMillis)
  return yield* alone(
    Effect.gen(function* () {
      const admin = yield* (yield* isEmptyDatabase) ? makeSite(email ?? defaultEmail, at) : waiting(email, at)
      if (admin === null) return null
      const uid = yield* links.create(admin.userID, "first-password")
      return { email: admin.email, path: `/setpassword?uid=${uid}` }
    })
  )
})
