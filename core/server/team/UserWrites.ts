import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { EmailInUse, TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { Role, type RoleId } from "#core/auth/roles.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import {
  InvitationRefused,
  LastOwner,
  type OwnUserRefused,
  UserChangedMeanwhile,
  type UserElsewhere,
  UserNotFound,
  UserRefused,
  UserRoleRefused
} from "#core/team/UserErrors.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import { mayGiveRole, noFacilityWords, type UserFacts, userEditRefusal, userIssues } from "#core/team/userRules.ts"
import { arrayText } from "../db/arrayText.ts"
import { emailInUse } from "../auth/emailInUse.ts"
import { Limiter } from "../auth/Limiter.ts"
import { invitationDays, linkPurposes, OneTimeLinks, passwordLinks } from "../auth/OneTimeLinks.ts"
import { passwordPage, withUid } from "../auth/resetLink.ts"
import { Sessions } from "../auth/Sessions.ts"
import { SignOuts } from "../auth/SignOuts.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"
import { FacilityTurns } from "../facilities/FacilityTurns.ts"
import { dying } from "../locks/dying.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Settings } from "../Settings.ts"
import { emailChangedMail, invitationMail, type MailedUser } from "./userMails.ts"
import { userChangeDetail, userDetail, userRecord } from "./userRecord.ts"
import { presentUser, teamUserRows } from "./userSql.ts"
import { factsOf, keptFacts, newFacts } from "./userValues.ts"

type FormRefused = UserRefused | UserRoleRefused | EmailInUse | TooManyRequests
type ChangeRefused = UserNotFound | OwnUserRefused | UserRoleRefused | UserElsewhere

/**
 * Adding, changing and inviting team users (002 §4, §5). Who may is the guard's; whom and to what is `userRules.ts`. Each change
 * is in turn with those of the company's facilities and locks, so that two admins never overwrite each other.
 */
export class UserWrites extends Context.Service<
  UserWrites,
  {
    /** Adds a user; an active one is mailed a link to set a password at the page `resetLink`, or this server's own. */
    readonly add: (user: LoggedInUser, form: NewUser, resetLink?: string) => Effect.Effect<TeamUser, FormRefused>
    /** Changes a user; `unchanged` where they already are as asked. */
    readonly update: (
      user: LoggedInUser,
      form: UserEdit,
      resetLink?: string
    ) => Effect.Effect<
      { readonly user: TeamUser; readonly unchanged: boolean },
      FormRefused | ChangeRefused | LastOwner | UserChangedMeanwhile
    >
    /** Sends the invitation again; the links of earlier ones end. */
    readonly invite: (
      user: LoggedInUser,
      userID: number,
      resetLink?: string
    ) => Effect.Effect<TeamUser, ChangeRefused | InvitationRefused | TooManyRequests>
  }
>()("lockdesk/server/UserWrites") {
  static readonly layer = Layer.effect(
    UserWrites,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const turns = yield* FacilityTurns
      const links = yield* OneTimeLinks
      const limiter = yield* Limiter
      const mailer = yield* Mailer
      const sessions = yield* Sessions
      const signOuts = yield* SignOuts
      const settings = yield* Settings

      const known = Effect.fnUntraced(function* ({ companyID }: LoggedInUser, userID: number) {
        const [row] = yield* teamUserRows(
          sql,
          sql`u.company_id = ${companyID} AND u.user_id = ${userID} AND NOT u.is_api_key`,
          sql`FOR UPDATE OF u`
        )
        return row === undefined ? yield* new UserNotFound({ data: { userID } }) : presentUser(row)
      })

      /** What is wrong with the facilities that somebody gives: only their own, and none of them is not all of them. */
      const facilityIssue = Effect.fnUntraced(function* (
        user: LoggedInUser,
        { facilityIDs }: UserFacts,
        before: ReadonlyArray<number>
      ) {
        if (facilityIDs.length === 0) return user.facilityIDs.length === 0 ? null : noFacilityWords
        const rows = yield* sql<{ id: number }>`
          SELECT f.facility_id AS id FROM facilities f
          WHERE ${visibleFacilities(sql, user)} AND f.facility_id = ANY(${arrayText(facilityIDs)}::int[])`
        // A facility that was deleted or went to another company since is nobody's, and stays until it is taken away.
        const fine = new Set([...before, ...rows.map(({ id }) => id)])
        const unknown = facilityIDs.find((id) => !fine.has(id))
        return unknown === undefined ? null : `No facility of yours has the id ${unknown}.`
      })

      const checked = Effect.fnUntraced(function* (
        user: LoggedInUser,
        facts: UserFacts,
        before: UserFacts | null,
        all: boolean
      ) {
        const issues = userIssues(facts, all)
        if (issues.length > 0) return yield* new UserRefused({ data: { issues } })
        const roleID = facts.roleID as RoleId
        if (roleID !== before?.roleID && !mayGiveRole(user, roleID)) {
          return yield* new UserRoleRefused({ data: { roleID } })
        }
        const message = yield* facilityIssue(user, facts, before?.facilityIDs ?? [])
        if (message !== null) return yield* new UserRefused({ data: { issues: [{ path: "facilityIDs", message }] } })
      })

      /** Mails a link for the first password; earlier links end. */
      const sendInvitation = Effect.fnUntraced(function* (by: LoggedInUser, to: MailedUser, page: string) {
        yield* limiter.take(`invitations of ${by.userID}`, settings.limits.invitationPerUser)
        yield* links.revoke(to.userID, passwordLinks)
        const link = withUid(page, yield* links.create(to.userID, "invitation"))
        yield* mailer.send(invitationMail(by, to, link, invitationDays))
      })

      const told = ({ companyID }: LoggedInUser, userID: number) =>
        [companyID, { event: "updateUser", userIDs: [userID] }] as const

      const add = Effect.fn("UserWrites.add")(function* (user: LoggedInUser, form: NewUser, resetLink?: string) {
        const { companyID } = user
        const page = yield* passwordPage(settings, resetLink)
        const facts = newFacts(form)
        return yield* turns.run(
          [companyID],
          Effect.fnUntraced(function* (at) {
            yield* checked(user, facts, null, form.facilityAllIDs ?? true)
            const [made] = yield* emailInUse(sql<{ id: number }>`
              INSERT INTO users (company_id, email, first_name, last_name, role_id, is_active, facility_ids, created_at)
              VALUES (${companyID}, ${facts.email}, ${facts.firstName}, ${facts.lastName}, ${facts.roleID},
                ${facts.isActive}, ${arrayText(facts.facilityIDs)}::int[], ${at}::timestamptz) RETURNING user_id AS id`)
            const userID = made?.id ?? 0
            if (facts.isActive) yield* sendInvitation(user, { userID, companyID, email: facts.email }, page)
            const record = userRecord(user, at, "users.create", userID, userDetail(facts))
            return { value: yield* Effect.orDie(known(user, userID)), records: [record], events: [told(user, userID)] }
          })
        )
      }, dying)

      const mustLeaveAnOwner = Effect.fnUntraced(function* (
        { companyID }: LoggedInUser,
        userID: number,
        before: UserFacts,
        after: UserFacts
      ) {
        const owns = ({ roleID, isActive }: UserFacts) => roleID === Role.id.Owner && isActive
        if (!owns(before) || owns(after)) return
        const others = yield* sql`
          SELECT FROM users WHERE company_id = ${companyID} AND role_id = ${Role.id.Owner} AND is_active
            AND user_id <> ${userID} LIMIT 1`
        if (others.length === 0) return yield* new LastOwner({ data: { userID } })
      })

      /** Mails that a change brings: the old address hears of a new one, and who has no password yet is invited there. */
      const mailed = Effect.fnUntraced(function* (by: LoggedInUser, before: TeamUser, after: UserFacts, page: string) {
        const moved = before.email.toLowerCase() !== after.email.toLowerCase()
        // Links went to the old address, or are of somebody who is not to come in.
        if (moved || !after.isActive) yield* links.revoke(before.userID, linkPurposes)
        if (moved && !before.invited) yield* mailer.send(emailChangedMail(by, before, after.email))
        if (before.invited && after.isActive && (moved || !before.status)) {
          yield* sendInvitation(by, { ...before, email: after.email }, page)
        }
      })

      const update = Effect.fn("UserWrites.update")(
        function* (user: LoggedInUser, form: UserEdit, resetLink?: string) {
          const { userID, version } = form
          const page = yield* passwordPage(settings, resetLink)
          const { shown, unchanged, ended } = yield* turns.run(
            [user.companyID],
            Effect.fnUntraced(function* (at) {
              const before = yield* known(user, userID)
              if (version !== undefined && version !== before.version) {
                return yield* new UserChangedMeanwhile({ data: { userID, version: before.version } })
              }
              const refusal = userEditRefusal(user, before)
              if (refusal !== null) return yield* refusal
              const was = factsOf(before)
              const is = keptFacts(was, form)
              yield* checked(user, is, was, form.facilityAllIDs ?? true)
              yield* mustLeaveAnOwner(user, userID, was, is)
              const detail = userChangeDetail(was, is)
              const nothing: ReadonlyArray<string> = []
              if (Object.keys(detail).length === 0) {
                return { value: { shown: before, unchanged: true, ended: nothing }, records: [], events: [] }
              }
              yield* emailInUse(sql`
                UPDATE users SET first_name = ${is.firstName}, last_name = ${is.lastName}, email = ${is.email},
                  role_id = ${is.roleID}, is_active = ${is.isActive}, facility_ids = ${arrayText(is.facilityIDs)}::int[],
                  version = version + 1
                WHERE user_id = ${userID}`)
              yield* mailed(user, before, is, page)
              // ENGINE, Security: a session ends with a change of role, and with a deactivation.
              const leaves = was.roleID !== is.roleID || !is.isActive
              const ended = leaves ? yield* sessions.endAllOf(userID) : nothing
              const record = userRecord(user, at, "users.update", userID, detail)
              const shown = yield* Effect.orDie(known(user, userID))
              return { value: { shown, unchanged: false, ended }, records: [record], events: [told(user, userID)] }
            })
          )
          yield* signOuts.ended(ended)
          if (!unchanged) yield* signOuts.changed(userID)
          return { user: shown, unchanged }
        },
        Effect.uninterruptible,
        dying
      )

      const invite = Effect.fn("UserWrites.invite")(function* (user: LoggedInUser, userID: number, resetLink?: string) {
        const page = yield* passwordPage(settings, resetLink)
        return yield* turns.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const before = yield* known(user, userID)
            const refusal = userEditRefusal(user, before)
            if (refusal !== null) return yield* refusal
            if (!before.status) return yield* new InvitationRefused({ data: { userID, why: "inactive" } })
            if (!before.invited) return yield* new InvitationRefused({ data: { userID, why: "joined" } })
            yield* sendInvitation(user, before, page)
            const record = userRecord(user, at, "users.invite", userID, { email: before.email })
            return { value: before, records: [record], events: [] }
          })
        )
      }, dying)

      return UserWrites.of({ add, update, invite })
    })
  )
}
