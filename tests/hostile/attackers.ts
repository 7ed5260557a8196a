import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Role, type RoleId, siteLevelRoles } from "#core/auth/roles.ts"
import { UserId } from "#core/base/ids.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { ApiKeys } from "#server/apikeys/ApiKeys.ts"
import { OneTimeLinks } from "#server/auth/OneTimeLinks.ts"
import { Sessions } from "#server/auth/Sessions.ts"
import { Webhooks } from "#server/webhooks/Webhooks.ts"
import { emailOf, makeCompany, makeFacility, makeLock, makeRegistered } from "../support/fixture.ts"

/** Part of every text of the other company. No request contains it. */
export const foreignText = "Qzxv"

/** Serial codes of that company's locks: some that no request contains, and some that requests do contain. */
export const unnamedSerials = ["99771000", "99771001", "99771002", "99771003"] as const
const namedSerials = ["99881004", "99881005", "99881006"] as const

/** The first ID of that company's rows. */
export const foreignIds = 990_000_001

/** The roles that make requests, and null for no session. */
export const roleChoices: ReadonlyArray<RoleId | null> = [...Role.ids, null]

/** The users who make requests, and the data the requests name. */
export interface Scene {
  readonly users: ReadonlyMap<RoleId, number>
  readonly tokens: ReadonlyMap<RoleId, string>
  readonly foreignCompanyID: number
  /** Existing values by field name, optionally prefixed by the call's. */
  readonly known: Readonly<Record<string, ReadonlyArray<unknown>>>
}

/** Moves a table's sequence to the foreign IDs, or back to our own. */
const countFrom = Effect.fnUntraced(function* (sequence: string, next: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT setval(${sequence}::regclass, ${next}, false)`
})

const sequences = [
  "companies_company_id_seq",
  "users_user_id_seq",
  "facilities_facility_id_seq",
  "locks_lock_id_seq",
  "lock_logs_log_id_seq",
  "api_keys_api_key_id_seq",
  "webhooks_webhook_id_seq",
  "webhook_deliveries_delivery_id_seq"
]

/** An unresolvable host, so that nothing is sent to a real machine. */
const hookAddress = (text: string, nth: number): string => `https://${text.toLowerCase()}-${nth}.invalid/hook`

/** How many keys and webhooks a company has. Requests revoke and remove some. */
const integrationsMade = 8

/** Creates keys, and webhooks with a delivery each, as a user of the company. */
const integrations = Effect.fnUntraced(function* (userID: UserId | undefined, text: string) {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const [apiKeys, webhooks] = [yield* ApiKeys, yield* Webhooks]
  const token = yield* sessions.create({
    userID: UserId.make(userID ?? 0),
    client: "terminal",
    remember: false,
    fromSso: false
  })
  const session = yield* sessions.find(token, undefined)
  if (session === null) return yield* Effect.die(new Error("a session that was just made is not there"))
  const { user } = session
  const made = { keys: new Array<number>(), webhooks: new Array<number>(), deliveries: new Array<number>() }
  for (let nth = 0; nth < integrationsMade; nth++) {
    const name = `Key ${nth} of ${text}`
    const key = yield* apiKeys.add(user, { name, facilityIds: [], allFacilities: true, isActive: true })
    const webhook = yield* webhooks.add(user, { url: hookAddress(text, nth), events: ["job.done"] })
    const [delivery] = yield* sql<{ id: number }>`
      INSERT INTO webhook_deliveries (webhook_id, type, body, state, created_at)
      VALUES (${webhook.id}, 'job.done', ${`{"of":"${text}"}`}, 'failed', now()) RETURNING delivery_id AS id`
    made.keys.push(key.id)
    made.webhooks.push(webhook.id)
    made.deliveries.push(delivery?.id ?? 0)
  }
  return made
})

/** The IDs for calls about keys and webhooks: our own first, then the other company's. */
const integrationIds = (
  ours: Effect.Success<ReturnType<typeof integrations>>,
  theirs: Effect.Success<ReturnType<typeof integrations>>
): Readonly<Record<string, ReadonlyArray<number>>> => {
  const keys = [...ours.keys, ...theirs.keys]
  const webhooks = [...ours.webhooks, ...theirs.webhooks]
  return {
    ...Object.fromEntries(["show", "update", "rotate", "revoke"].map((call) => [`apiKeys.${call}.id`, keys])),
    ...Object.fromEntries(
      ["edit", "remove", "rotate", "test", "deliveries"].map((call) => [`webhooks.${call}.id`, webhooks])
    ),
    "webhooks.replay.id": [...ours.deliveries, ...theirs.deliveries]
  }
}

/** A company with a recognizable value in every field. */
const foreignCompany = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(sequences, (sequence) => countFrom(sequence, foreignIds))
  const { companyID, users } = yield* makeCompany(foreignText)
  yield* sql`UPDATE users SET first_name = ${`First ${foreignText}`} WHERE company_id = ${companyID}`
  const facilityID = yield* makeFacility(companyID, `${foreignText} Storage`)
  yield* sql`
    UPDATE facilities SET street = ${`${foreignText} St`}, city = ${foreignText}, state = ${foreignText}, zip = ${foreignText},
      phone = ${foreignText} WHERE facility_id = ${facilityID}`
  const lockIDs: Array<number> = []
  for (const [n, serial] of [...unnamedSerials, ...namedSerials].entries()) {
    const status = n % 2 === 0 ? LockStatus.id.Available : LockStatus.id.TenantUsingLock
    const lockID = yield* makeLock({ companyID, facilityID, serial, code: "4242", status, unit: `${foreignText}-${n}` })
    yield* sql`
      INSERT INTO lock_logs (lock_id, company_id, description, user_id, created_at)
      VALUES (${lockID}, ${companyID}, ${`Seen by ${foreignText}`}, ${users.get(Role.id.Owner)}, now())`
    yield* sql`
      SELECT * FROM append_audit(${companyID}, now(), NULL, 'locks.activate', ${serial}, ${`{"subject":"${foreignText}"}`},
        ''::bytea)`
    lockIDs.push(lockID)
  }
  const made = yield* integrations(users.get(Role.id.Owner), foreignText)
  yield* Effect.forEach(sequences, (sequence) => countFrom(sequence, 100))
  return { companyID, facilityID, lockIDs: lockIDs.slice(unnamedSerials.length), made }
})

const registered = 2000
const links = 60

/** Creates both companies and a session for every role of ours, and collects the values that requests may name. */
export const makeScene = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const oneTimeLinks = yield* OneTimeLinks
  const foreign = yield* foreignCompany
  const { companyID, users } = yield* makeCompany("acme")
  const facilityID = yield* makeFacility(companyID, "Maple St")
  const serials = Array.from({ length: 12 }, (_, at) => String(10_000_000 + at))
  const lockIDs = yield* Effect.forEach(serials, (serial, at) =>
    makeLock({
      companyID,
      facilityID: at < 9 ? facilityID : null,
      serial,
      code: "1234",
      unit: `A%_\\'${at}`,
      status: LockStatus.ids[at % 12] ?? 1001
    })
  )
  const ours = yield* integrations(users.get(Role.id.Owner), "Acme")
  const fresh = Array.from({ length: registered }, (_, at) => String(20_000_000 + at))
  yield* sql.withTransaction(Effect.forEach(fresh, (serial) => makeRegistered(serial, "5678"), { discard: true }))
  const tokens = new Map<RoleId, string>()
  for (const [role, userID] of users) {
    tokens.set(role, yield* sessions.create({ userID, client: "terminal", remember: false, fromSso: false }))
  }
  // These links change the password and end the sessions of a user who makes no requests.
  const [victim] = yield* sql<{ user_id: number }>`
    INSERT INTO users (company_id, email, first_name, last_name, role_id, created_at)
    VALUES (${companyID}, 'spare@acme.example.com', 'Spare', 'User', ${Role.id.Vendor}, now()) RETURNING user_id`
  const uids = yield* Effect.forEach(Array.from({ length: links }), (_, at) =>
    oneTimeLinks.create(UserId.make(victim?.user_id ?? 0), at % 2 === 0 ? "sign-in" : "set-password")
  )
  return {
    users,
    tokens,
    foreignCompanyID: foreign.companyID,
    known: {
      "locks.reveal.serialCode": [...serials, ...namedSerials, "00000000"],
      ...integrationIds(ours, foreign.made),
      serialCode: [...serials, ...fresh, ...namedSerials],
      facilityID: [facilityID, foreign.facilityID],
      lockID: [...lockIDs, ...foreign.lockIDs],
      id: [...lockIDs, ...foreign.lockIDs, 1, 100, 101],
      companyID: [companyID, foreign.companyID],
      email: [emailOf("acme", Role.id.Admin), emailOf("acme", Role.id.Admin).toUpperCase(), "nobody@example.com"],
      uid: uids,
      resetLink: ["http://localhost:4400/setpassword"],
      reason: ["Remove Overlock", "Other", "a%_\\'b"],
      subject: [...serials, ...namedSerials, emailOf("acme", Role.id.Admin)],
      filter: serials.map(
        (serial, at) => [`text=${serial.slice(2)}`, `unit=A%25_%5C'${at}`, "status=Available", "inventory=true"][at % 4]
      ),
      lastPulled: ["2020-01-01T00:00:00Z", "2026-11-20T12:00:00.123456Z"],
      since: ["2020-01-01T00:00:00Z"],
      changedSince: ["2020-01-01T00:00:00Z"],
      after: ["0.1", "1600000000000.7"],
      count: [10, 1, 2001],
      page: [1, 2],
      sort: ["updatedOn=desc", "facilityName", "updatedBy=asc"]
    }
  } satisfies Scene
})

/** Roles that can name another company, and therefore see its data. */
export const mayActElsewhere = (role: RoleId | null): boolean => role !== null && siteLevelRoles.has(role)
