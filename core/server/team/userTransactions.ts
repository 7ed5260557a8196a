import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { nameOnRecord } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { EmailInUse } from "#core/auth/AuthErrors.ts"
import { Role } from "#core/auth/roles.ts"
import type { FacilityId, UserId } from "#core/base/ids.ts"
import { recordedUser } from "#core/team/recordedUser.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { InvitationRefused, LastOwner, UserChangedMeanwhile, UserNotFound, UserRefused } from "#core/team/UserErrors.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import { noFacilityWords, type UserFacts, userEditRefusal } from "#core/team/userRules.ts"
import { arrayText } from "../db/arrayText.ts"
import { emailInUse } from "../auth/emailInUse.ts"
import { invitationDays, linkPurposes, OneTimeLinks, passwordLinks } from "../auth/OneTimeLinks.ts"
import { withUid } from "../auth/resetLink.ts"
import { liveSessions, Sessions } from "../auth/Sessions.ts"
import { SignOuts } from "../auth/SignOuts.ts"
import { insertedRow } from "../db/insertedRow.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"
import type { RowChange } from "../facilities/rowChanges.ts"
import { Mailer } from "../mail/Mailer.ts"
import { factsRefusal, ownsActively } from "./userDecision.ts"
import { emailChangedMail, invitationEndedMail, invitationMail, type MailedUser } from "./userMails.ts"
import { userChangeDetail, userRecord } from "./userRecord.ts"
import { presentUser, teamUserRows } from "./userSql.ts"
import { factsOf, keptFacts, newFacts } from "./userValues.ts"

/** The result of changing a user: the user, and the sessions that ended. */
export interface ChangedUser {
  readonly shown: TeamUser
  readonly before: TeamUser
  readonly unchanged: boolean
  readonly ended: ReadonlyArray<string>
}

/** The result of writing a name: the sessions that still have the old one. */
interface RenamedRow {
  readonly version: number
  readonly sessions: ReadonlyArray<string>
}

/**
 * Adds, edits and invites one user under the company's write lock (`UserWrites.ts`): a single change takes its own, rows of a
 * file share one, and the rules are the same.
 */
export const makeUserTransactions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const links = yield* OneTimeLinks
  const mailer = yield* Mailer
  const sessions = yield* Sessions
  const signOuts = yield* SignOuts

  const known = Effect.fnUntraced(function* ({ companyID }: LoggedInUser, userID: UserId, held = true) {
    const [row] = yield* teamUserRows(
      sql,
      sql`u.company_id = ${companyID} AND u.user_id = ${userID} AND NOT u.is_api_key`,
      sql.literal(held ? "FOR UPDATE OF u" : "")
    )
    return row === undefined ? yield* new UserNotFound({ data: { userID } }) : presentUser(row)
  })

  /** The user on the caller's team who has this email, or null. */
  const teammateWith = Effect.fnUntraced(function* ({ companyID }: LoggedInUser, email: string) {
    const [row] = yield* teamUserRows(
      sql,
      sql`u.company_id = ${companyID} AND lower(u.email) = ${email.toLowerCase()} AND NOT u.is_api_key`,
      sql``
    )
    return row === undefined ? null : presentUser(row)
  })

  const checked = Effect.fnUntraced(function* (
    user: LoggedInUser,
    facts: UserFacts,
    before: UserFacts | null,
    all: boolean
  ) {
    const coming = facts.facilityIDs.filter((id) => before?.facilityIDs.includes(id) !== true)
    const rows =
      coming.length === 0
        ? []
        : yield* sql<{ id: FacilityId }>`
            SELECT f.facility_id AS id FROM facilities f
            WHERE ${visibleFacilities(sql, user)} AND f.facility_id = ANY(${arrayText(coming)}::int[])`
    const refusal = factsRefusal(user, facts, before, all, new Set(rows.map(({ id }) => id)))
    if (refusal !== null) return yield* refusal
  })

  /** Mails a link for the first password; earlier links end. */
  const sendInvitation = Effect.fnUntraced(function* (by: LoggedInUser, to: MailedUser, page: string) {
    yield* links.revoke(to.userID, passwordLinks)
    const link = withUid(page, yield* links.create(to.userID, "invitation"))
    yield* mailer.send(invitationMail(by, to, link, invitationDays))
  })

  const updateEvent = ({ companyID }: LoggedInUser, userID: UserId) =>
    [companyID, { event: "updateUser", userIDs: [userID] }] as const

  const mustLeaveAnOwner = Effect.fnUntraced(function* (
    { companyID }: LoggedInUser,
    userID: UserId,
    before: UserFacts,
    after: UserFacts
  ) {
    if (!ownsActively(before) || ownsActively(after)) return
    const others = yield* sql`
      SELECT FROM users WHERE company_id = ${companyID} AND role_id = ${Role.id.Owner} AND is_active
        AND user_id <> ${userID} LIMIT 1`
    if (others.length === 0) return yield* new LastOwner({ data: { userID } })
  })

  /**
   * Emails caused by a change: the old address is notified of a new one, and a user without a password is invited there. An
   * invitation that ends is withdrawn where it was sent.
   */
  const mailed = Effect.fnUntraced(function* (by: LoggedInUser, before: TeamUser, after: UserFacts, page: string) {
    const moved = before.email.toLowerCase() !== after.email.toLowerCase()
    // The links were sent to the old address, or belong to a user who is now inactive.
    if (moved || !after.isActive) yield* links.revoke(before.userID, linkPurposes)
    if (before.invited && before.status && (moved || !after.isActive)) {
      yield* mailer.send(invitationEndedMail(by, before))
    }
    if (moved && !before.invited) yield* mailer.send(emailChangedMail(by, before, after.email))
    if (before.invited && after.isActive && (moved || !before.status)) {
      yield* sendInvitation(by, { ...before, email: after.email }, page)
    }
  })

  const add = Effect.fnUntraced(function* (user: LoggedInUser, form: NewUser, page: string, at: string) {
    const { companyID } = user
    const facts = newFacts(form)
    yield* checked(user, facts, null, form.facilityAllIDs ?? true)
    const shown = yield* teammateWith(user, facts.email)
    if (shown !== null) {
      // Already added with the same values, so a repeated request succeeds.
      const isSame = Object.keys(userChangeDetail(factsOf(shown), { ...facts, email: shown.email })).length === 0
      if (!isSame) return yield* new EmailInUse({ data: { userID: shown.userID } })
      return { value: { shown, unchanged: true }, records: [], events: [] }
    }
    const made = yield* emailInUse(sql<{ id: UserId }>`
      INSERT INTO users (company_id, email, first_name, last_name, role_id, is_active, facility_ids, created_at)
      VALUES (${companyID}, ${facts.email}, ${facts.firstName}, ${facts.lastName}, ${facts.roleID},
        ${facts.isActive}, ${arrayText(facts.facilityIDs)}::int[], ${at}::timestamptz) RETURNING user_id AS id`)
    const { id: userID } = insertedRow(made)
    if (facts.isActive) yield* sendInvitation(user, { userID, companyID, email: facts.email }, page)
    const record = userRecord(user, at, "users.create", userID, recordedUser(facts))
    const added = yield* Effect.orDie(known(user, userID))
    return { value: { shown: added, unchanged: false }, records: [record], events: [updateEvent(user, userID)] }
  })

  /** A user after a form, unless a rule about the two users refuses it. */
  const asked = Effect.fnUntraced(function* (user: LoggedInUser, before: TeamUser, form: UserEdit) {
    const { userID, version } = form
    const was = factsOf(before)
    const is = keptFacts(was, form)
    const detail = userChangeDetail(was, is)
    const isSame = Object.keys(detail).length === 0
    if (!isSame && version !== undefined && version !== before.version) {
      return yield* new UserChangedMeanwhile({ data: { userID, version: before.version, updatedBy: before.updatedBy } })
    }
    if (isSame && form.facilityAllIDs === false && is.facilityIDs.length === 0) {
      // The user keeps all facilities, but none were asked for.
      return yield* new UserRefused({ data: { issues: [{ path: "facilityIDs", message: noFacilityWords }] } })
    }
    const refusal = isSame ? null : userEditRefusal(user, before)
    return refusal === null ? { was, is, detail } : yield* refusal
  })

  const same = (before: TeamUser): ChangedUser => ({ shown: before, before, unchanged: true, ended: [] })

  /** A change of only the name, which involves no other row; null for any other change. */
  const rename = Effect.fnUntraced(function* (user: LoggedInUser, form: UserEdit, at: string) {
    const before = yield* known(user, form.userID, false)
    const { was, is, detail } = yield* asked(user, before, form)
    if (Object.keys(detail).length === 0) return { kind: "same" as const, value: same(before) }
    const { firstName, lastName } = is
    if (Object.keys(userChangeDetail({ ...was, firstName, lastName }, is)).length > 0) return null
    yield* checked(user, is, was, form.facilityAllIDs ?? true)
    const change: RowChange<ChangedUser, RenamedRow> = {
      kind: "change",
      update: sql`
        UPDATE users u SET first_name = ${firstName}, last_name = ${lastName}, version = u.version + 1,
          updated_by = ${user.userID}
        WHERE u.user_id = ${form.userID} AND u.version = ${before.version}
        RETURNING u.company_id, u.version, ${liveSessions(sql)} AS sessions`,
      record: userRecord(user, at, "users.update", form.userID, detail),
      value: ({ version }) => {
        const shown = {
          ...before,
          firstName,
          lastName,
          name: `${firstName} ${lastName}`,
          version,
          updatedBy: nameOnRecord(user)
        }
        return { shown, before, unchanged: false, ended: [] }
      },
      first: ({ sessions }) => signOuts.stale(sessions),
      events: [updateEvent(user, form.userID)[1]]
    }
    return change
  })

  const update = Effect.fnUntraced(function* (user: LoggedInUser, form: UserEdit, page: string, at: string) {
    const { userID } = form
    const before = yield* known(user, userID)
    const { was, is, detail } = yield* asked(user, before, form)
    if (Object.keys(detail).length === 0) return { value: same(before), records: [], events: [] }
    yield* checked(user, is, was, form.facilityAllIDs ?? true)
    yield* mustLeaveAnOwner(user, userID, was, is)
    const other = was.email === is.email ? null : yield* teammateWith(user, is.email)
    if (other !== null && other.userID !== userID) {
      return yield* new EmailInUse({ data: { userID: other.userID } })
    }
    yield* emailInUse(sql`
      UPDATE users SET first_name = ${is.firstName}, last_name = ${is.lastName}, email = ${is.email},
        role_id = ${is.roleID}, is_active = ${is.isActive}, facility_ids = ${arrayText(is.facilityIDs)}::int[],
        version = version + 1, updated_by = ${user.userID}
      WHERE user_id = ${userID}`)
    yield* mailed(user, before, is, page)
    // ENGINE, Security: a session ends with a change of role, and with a deactivation.
    const leaves = was.roleID !== is.roleID || !is.isActive
    const ended = leaves ? yield* sessions.endAllOf(userID) : []
    const record = userRecord(user, at, "users.update", userID, detail)
    const value: ChangedUser = { shown: yield* Effect.orDie(known(user, userID)), before, unchanged: false, ended }
    return { value, records: [record], events: [updateEvent(user, userID)] }
  })

  const invite = Effect.fnUntraced(function* (user: LoggedInUser, userID: UserId, page: string, at: string) {
    const before = yield* known(user, userID)
    const refusal = userEditRefusal(user, before)
    if (refusal !== null) return yield* refusal
    if (!before.status) return yield* new InvitationRefused({ data: { userID, why: "inactive" } })
    if (!before.invited) return yield* new InvitationRefused({ data: { userID, why: "joined" } })
    yield* sendInvitation(user, before, page)
    const record = userRecord(user, at, "users.invite", userID, { email: before.email })
    return { value: before, records: [record], events: [updateEvent(user, userID)] }
  })

  return { add, update, rename, invite }
})
