import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { RoleId } from "#core/auth/roles.ts"
import type { CompanyId, FacilityId, UserId } from "#core/base/ids.ts"

/** A user to insert. */
export interface NewUser {
  readonly companyID: CompanyId
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roleID: RoleId
  readonly isActive: boolean
  /** Empty means all. */
  readonly facilityIDs: ReadonlyArray<FacilityId>
  /** Null until they set a password. */
  readonly passwordHash: string | null
  readonly createdAt: Date
}

/** Inserts a user and returns their id. */
export const insertUser = Effect.fnUntraced(function* (user: NewUser) {
  const sql = yield* SqlClient.SqlClient
  const [made] = yield* sql<{ id: UserId }>`
    INSERT INTO users (company_id, email, first_name, last_name, role_id, is_active, facility_ids, password_hash, created_at)
    VALUES (${user.companyID}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.roleID}, ${user.isActive},
      ${[...user.facilityIDs]}::int[], ${user.passwordHash}, ${user.createdAt})
    RETURNING user_id AS id`
  return made?.id ?? (yield* Effect.die(new Error("a user was inserted without an id")))
})
