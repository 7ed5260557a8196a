import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { CurrentSession } from "#core/api/Guard.ts"
import { siteLevelRoles } from "#core/auth/roles.ts"
import type { ApiKeyId, CompanyId, UserId } from "#core/base/ids.ts"
import { arrayText } from "../db/arrayText.ts"
import { latestTime } from "../db/clocksDiffer.ts"
import { isKeySecret, isWellFormed } from "./keySecrets.ts"
import { noteKeyUse, readKeySession } from "./keySession.ts"
import { newSessionId, newToken, tokenHash } from "../secrets/tokens.ts"
import { usersOf, viewedColumns, type ViewedRow } from "./viewedRow.ts"
import { userColumns, type UserRow } from "./userRow.ts"

/** The data of a new session. */
export interface NewSession {
  readonly userID: UserId
  readonly client: "web" | "terminal"
  readonly remember: boolean
  readonly fromSso: boolean
}

interface SessionRow extends UserRow, ViewedRow {
  readonly session_id: string
  readonly client: "web" | "terminal"
  readonly remember: boolean
  readonly from_sso: boolean
  readonly last_seen: Date
  readonly expires_at: Date
}

interface Cached {
  readonly session: CurrentSession
  readonly readAt: number
  readonly expiresAt: number
  /** The idle timeout in milliseconds; Infinity for none. */
  readonly idle: number
  lastSeen: number
  savedSeen: number
  /** The API key; null for a user's session. */
  readonly apiKeyID: ApiKeyId | null
}

/** Whether a session has expired, or was idle for too long. */
const isOver = ({ expiresAt, lastSeen, idle }: Cached, millis: number): boolean =>
  millis >= expiresAt || millis - lastSeen >= idle

const day = 24 * 60 * 60 * 1000

/** Whether a session has no idle timeout, only an expiry: a terminal's, and a browser's with "remember me" (decision 7). */
const staysIdle = ({ client, remember }: Pick<NewSession, "client" | "remember">): boolean =>
  client === "terminal" || remember

/**
 * The lifetime of sessions without an idle timeout. All others live a day, or as long as the company's web timeout if that is
 * longer.
 */
const longLife = 30 * day

/**
 * How long a session read from the database is cached. Changes in this process take effect at once, and those in others as soon
 * as the relay reports them; only if the relay is down can an ended session live this long.
 */
const trust = 5_000

/**
 * The maximum number of cached sessions; the least recently read are dropped, so that requests with made-up companies can't
 * fill it.
 */
const maxCached = 10_000

/** `last_seen_at` is written at most this often; after a crash a browser may stay signed in that much longer. */
const saveSeenEvery = 60_000

/** The ids of the unexpired sessions of `users u`. A session that starts at the same moment is read again within `trust`. */
export const liveSessions = (sql: SqlClient.SqlClient) =>
  sql`ARRAY(SELECT s.session_id FROM sessions s WHERE s.user_id = u.user_id AND s.ended_at IS NULL)`

/**
 * Sessions: opaque tokens of 256 random bits, stored only as SHA-256. A session ends at sign-out, at its expiry, after the
 * company's web timeout (unless it is remembered), and when its user is deactivated.
 */
export class Sessions extends Context.Service<
  Sessions,
  {
    /** Creates a session and returns its token, which can't be read again. */
    readonly create: (session: NewSession) => Effect.Effect<string>
    /**
     * The live session of a token, acting for `companyID` if the role allows it; null if there is none. An API key's secret has
     * a session too, only for its own company; `from` is the IP address of the request.
     */
    readonly find: (
      token: string,
      companyID: CompanyId | undefined,
      from?: string
    ) => Effect.Effect<CurrentSession | null>
    /** The same without updating the last activity: for requests a browser makes automatically. */
    readonly peek: (token: string, companyID?: CompanyId) => Effect.Effect<CurrentSession | null>
    /**
     * The live session with this id, acting for a company, whatever its token is by now: for long work that a session began. Not
     * for API keys, whose secret never changes.
     */
    readonly peekById: (sessionId: string, companyID: CompanyId) => Effect.Effect<CurrentSession | null>
    /** Which of these sessions are live. A browser's may count as live for up to a minute after its web timeout. */
    readonly live: (sessionIds: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
    readonly end: (sessionId: string) => Effect.Effect<void>
    /**
     * Records that the session's user has just entered their password again, and replaces the token: the old one, which someone
     * may have seen, ends here (ENGINE, Security). Returns the new token and the session's id.
     */
    readonly reauthenticate: (
      token: string
    ) => Effect.Effect<{ readonly token: string; readonly sessionId: string | null }>
    /** Whether the user of a session entered their password within this many milliseconds. */
    readonly shownPasswordWithin: (sessionId: string, millis: number) => Effect.Effect<boolean>
    /** Ends all sessions of a user except `except`, and returns their ids. */
    readonly endAllOf: (userID: UserId, except?: string) => Effect.Effect<ReadonlyArray<string>>
    /** The ids of a user's live sessions. */
    readonly idsOf: (userID: UserId) => Effect.Effect<ReadonlyArray<string>>
    /** The sessions that view as one of these users, and whose they are. */
    readonly viewersOf: (
      userIDs: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyArray<{ readonly sessionId: string; readonly userID: UserId }>>
    /** Drops a session from the cache, or all if null: another process has ended or changed it. */
    readonly forget: (sessionId: string | null) => Effect.Effect<void>
  }
>()("lockdesk/server/Sessions") {
  static readonly layer = Layer.effect(
    Sessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Keyed by the plain token: hashing it for every call would cost more than the rest of the lookup.
      const cache = new Map<string, Cached>()
      let forgotten = 0

      const create = Effect.fn("Sessions.create")(function* (session: NewSession) {
        const token = newToken()
        const at = new Date(yield* Clock.currentTimeMillis)
        // Signing in with a one-time link doesn't count as entering the password.
        const shown = session.fromSso ? new Date(0) : at
        const millis = staysIdle(session) ? sql`${longLife}::int8` : sql`greatest(${day}::int8, c.client_timeout_ms)`
        yield* sql`
          INSERT INTO sessions (token_hash, session_id, user_id, client, remember, from_sso, created_at, last_seen_at,
            expires_at, reauthenticated_at)
          SELECT ${tokenHash(token)}, ${newSessionId()}, u.user_id, ${session.client}, ${session.remember},
            ${session.fromSso}, ${at}::timestamptz, ${at}::timestamptz,
            ${at}::timestamptz + ${millis} * interval '1 millisecond', ${shown}::timestamptz
          FROM users u JOIN companies c USING (company_id) WHERE u.user_id = ${session.userID}`
        yield* sql`UPDATE users SET last_seen_at = ${at} WHERE user_id = ${session.userID}`
        return token
      }, Effect.orDie)

      const read = Effect.fnUntraced(function* (which: Fragment, companyID: CompanyId | undefined, millis: number) {
        const acting =
          companyID === undefined
            ? sql`u.company_id`
            : sql`CASE WHEN ${sql.in("u.role_id", [...siteLevelRoles])} THEN ${companyID} ELSE u.company_id END`
        const [row] = yield* sql<SessionRow>`
          SELECT s.session_id, s.client, s.remember, s.from_sso, s.last_seen_at AS last_seen, s.expires_at,
            ${viewedColumns(sql)}, ${userColumns(sql)}
          FROM sessions s JOIN users u USING (user_id) JOIN companies o ON o.company_id = u.company_id
            JOIN companies c ON c.company_id = ${acting}
            LEFT JOIN users v ON v.user_id = s.view_user AND v.is_active
          WHERE ${which} AND s.ended_at IS NULL AND u.is_active`
        if (row === undefined) return null
        return {
          session: { sessionId: row.session_id, ...usersOf(row, row.from_sso, millis) },
          readAt: millis,
          expiresAt: row.expires_at.getTime(),
          idle: staysIdle(row) ? Number.POSITIVE_INFINITY : row.client_timeout_ms,
          lastSeen: row.last_seen.getTime(),
          savedSeen: row.last_seen.getTime(),
          apiKeyID: null
        } satisfies Cached
      })

      const readKey = Effect.fnUntraced(
        function* (secret: string, millis: number) {
          if (!isWellFormed(secret)) return null
          const found = yield* readKeySession(tokenHash(secret), millis)
          if (found === null) return null
          const { session, apiKeyID, expiresAt, lastUsed } = found
          const idle = Number.POSITIVE_INFINITY
          return { session, readAt: millis, expiresAt, idle, lastSeen: lastUsed, savedSeen: lastUsed, apiKeyID }
        },
        Effect.provideService(SqlClient.SqlClient, sql)
      )

      const noteUse = (apiKeyID: ApiKeyId, millis: number, from: string | null) =>
        Effect.provideService(noteKeyUse(apiKeyID, millis, from), SqlClient.SqlClient, sql)

      const look = Effect.fnUntraced(function* (
        token: string,
        companyID: CompanyId | undefined,
        counts: boolean,
        from: string | null = null
      ) {
        const millis = yield* Clock.currentTimeMillis
        const key = `${token} ${companyID ?? ""}`
        let entry = cache.get(key) ?? null
        if (entry === null || Math.abs(millis - entry.readAt) > trust) {
          const seenHere = entry?.lastSeen ?? 0
          const before = forgotten
          const fresh: Cached | null = isKeySecret(token)
            ? yield* readKey(token, millis)
            : yield* read(sql`s.token_hash = ${tokenHash(token)}`, companyID, millis)
          entry = fresh
          if (entry === null) {
            cache.delete(key)
            return null
          }
          entry.lastSeen = Math.max(entry.lastSeen, seenHere)
          // A session forgotten during this read may be this one.
          if (before === forgotten) {
            cache.delete(key)
            cache.set(key, entry)
            if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? key)
          }
        }
        if (isOver(entry, millis)) {
          yield* end(entry.session.sessionId)
          return null
        }
        if (!counts) return entry.session
        entry.lastSeen = millis
        if (Math.abs(millis - entry.savedSeen) >= saveSeenEvery) {
          entry.savedSeen = millis
          if (entry.apiKeyID !== null) yield* noteUse(entry.apiKeyID, millis, from)
          else {
            yield* sql`
              WITH seen AS (UPDATE sessions SET last_seen_at = ${new Date(millis)} WHERE token_hash = ${tokenHash(token)}
                RETURNING user_id, last_seen_at)
              UPDATE users u SET last_seen_at = s.last_seen_at FROM seen s WHERE u.user_id = s.user_id`
          }
        }
        return entry.session
      }, Effect.orDie)

      const peekById = Effect.fn("Sessions.peekById")(function* (sessionId: string, companyID: CompanyId) {
        const millis = yield* Clock.currentTimeMillis
        const entry = yield* read(sql`s.session_id = ${sessionId}`, companyID, millis)
        return entry === null || isOver(entry, millis) ? null : entry.session
      }, Effect.orDie)

      const live = Effect.fn("Sessions.live")(function* (sessionIds: ReadonlyArray<string>) {
        const millis = yield* Clock.currentTimeMillis
        const rows = yield* sql<{ session_id: string }>`
          SELECT s.session_id FROM sessions s JOIN users u USING (user_id) JOIN companies c USING (company_id)
          WHERE s.session_id = ANY(${[...sessionIds]}::text[]) AND s.ended_at IS NULL AND u.is_active
            AND s.expires_at > ${new Date(millis)}
            AND (s.client <> 'web' OR s.remember OR s.last_seen_at
              > ${new Date(millis - saveSeenEvery)}::timestamptz - c.client_timeout_ms * interval '1 millisecond')`
        return new Set(rows.map(({ session_id }) => session_id))
      }, Effect.orDie)

      const forget = (sessionId: string | null) =>
        Effect.sync(() => {
          forgotten += 1
          for (const [key, entry] of cache) {
            if (sessionId === null || entry.session.sessionId === sessionId) cache.delete(key)
          }
        })

      const end = Effect.fn("Sessions.end")(function* (sessionId: string) {
        const at = new Date(yield* Clock.currentTimeMillis)
        yield* sql`UPDATE sessions SET ended_at = ${at} WHERE session_id = ${sessionId} AND ended_at IS NULL`
        yield* forget(sessionId)
      }, Effect.orDie)

      const reauthenticate = Effect.fn("Sessions.reauthenticate")(function* (token: string) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const fresh = newToken()
        const [session] = yield* sql<{ session_id: string }>`
          UPDATE sessions SET reauthenticated_at = ${at}, token_hash = ${tokenHash(fresh)}
          WHERE token_hash = ${tokenHash(token)} RETURNING session_id`
        if (session !== undefined) yield* forget(session.session_id)
        return { token: fresh, sessionId: session?.session_id ?? null }
      }, Effect.orDie)

      const shownPasswordWithin = Effect.fn("Sessions.shownPasswordWithin")(function* (
        sessionId: string,
        millis: number
      ) {
        const now = yield* Clock.currentTimeMillis
        const shown = yield* sql`
          SELECT FROM sessions WHERE session_id = ${sessionId} AND ended_at IS NULL
            AND reauthenticated_at > ${new Date(now - millis)} AND reauthenticated_at <= ${new Date(latestTime(now))}`
        return shown.length > 0
      }, Effect.orDie)

      const endAllOf = Effect.fn("Sessions.endAllOf")(function* (userID: UserId, except = "") {
        const at = new Date(yield* Clock.currentTimeMillis)
        const ended = yield* sql<{ session_id: string }>`
          UPDATE sessions SET ended_at = ${at}
          WHERE user_id = ${userID} AND ended_at IS NULL AND session_id <> ${except} RETURNING session_id`
        yield* Effect.forEach(ended, ({ session_id }) => forget(session_id))
        return ended.map(({ session_id }) => session_id)
      }, Effect.orDie)

      const idsOf = Effect.fn("Sessions.idsOf")(function* (userID: UserId) {
        const rows = yield* sql<{ session_id: string }>`
          SELECT session_id FROM sessions WHERE user_id = ${userID} AND ended_at IS NULL`
        return rows.map(({ session_id }) => session_id)
      }, Effect.orDie)

      const viewersOf = Effect.fn("Sessions.viewersOf")(function* (userIDs: ReadonlyArray<UserId>) {
        if (userIDs.length === 0) return []
        const now = new Date(yield* Clock.currentTimeMillis)
        return yield* sql<{ sessionId: string; userID: UserId }>`
          SELECT session_id AS "sessionId", user_id AS "userID" FROM sessions
          WHERE view_user = ANY(${arrayText(userIDs)}::int[]) AND view_until > ${now} AND ended_at IS NULL`
      }, Effect.orDie)

      return Sessions.of({
        create,
        find: (token, companyID, from) => look(token, companyID, true, from),
        peek: (token, companyID) => look(token, companyID, false),
        peekById,
        live,
        end,
        reauthenticate,
        shownPasswordWithin,
        endAllOf,
        idsOf,
        viewersOf,
        forget
      })
    })
  )
}
