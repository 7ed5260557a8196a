import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { EmailInUse, TooManyRequests } from "#core/auth/AuthErrors.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { UserId } from "#core/base/ids.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type {
  InvitationRefused,
  LastOwner,
  OwnUserRefused,
  UserChangedMeanwhile,
  UserElsewhere,
  UserNotFound,
  UserRefused,
  UserRoleRefused
} from "#core/team/UserErrors.ts"
import type { NewUser, UserEdit } from "#core/team/UserForm.ts"
import { Limiter } from "../auth/Limiter.ts"
import { passwordPage } from "../auth/resetLink.ts"
import { SignOuts } from "../auth/SignOuts.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { makeRowChanges } from "../facilities/rowChanges.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { traced } from "../observability/traced.ts"
import { Settings } from "../Settings.ts"
import { makeUserTransactions } from "./userTransactions.ts"

type FormRefused = UserRefused | UserRoleRefused | EmailInUse | TooManyRequests
type ChangeRefused = UserNotFound | OwnUserRefused | UserRoleRefused | UserElsewhere

/**
 * Adds, edits and invites team users (002 §4, §5). The guard checks the access; `userRules.ts` decides which users and values
 * are allowed. Changes are serialized with those of the company's facilities and locks, or (for a name) check that the user is
 * still as read: two admins never overwrite each other.
 */
export class UserWrites extends Context.Service<
  UserWrites,
  {
    /**
     * Adds a user; an active one is mailed a link to set a password on the page `resetLink`, or this server's own. `unchanged`
     * if the same user is already on the team: no email is sent again.
     */
    readonly add: (
      user: LoggedInUser,
      form: NewUser,
      resetLink?: string
    ) => Effect.Effect<{ readonly user: TeamUser; readonly unchanged: boolean }, FormRefused>
    /** Edits a user; `unchanged` if they already have the requested values. */
    readonly update: (
      user: LoggedInUser,
      form: UserEdit,
      resetLink?: string
    ) => Effect.Effect<
      { readonly user: TeamUser; readonly before: TeamUser; readonly unchanged: boolean },
      FormRefused | ChangeRefused | LastOwner | UserChangedMeanwhile
    >
    /** Sends the invitation again; links of earlier ones end. */
    readonly invite: (
      user: LoggedInUser,
      userID: UserId,
      resetLink?: string
    ) => Effect.Effect<TeamUser, ChangeRefused | InvitationRefused | TooManyRequests>
  }
>()("lockdesk/server/UserWrites") {
  static readonly layer = Layer.effect(
    UserWrites,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transactions = yield* FacilityTransactions
      const limiter = yield* Limiter
      const signOuts = yield* SignOuts
      const settings = yield* Settings
      const one = yield* makeUserTransactions
      const changeRow = yield* makeRowChanges

      /** Limits actions that may send email to any address. */
      const counted = ({ userID }: LoggedInUser) =>
        limiter.take(`invitations of ${userID}`, settings.limits.invitationPerUser, "invitations")

      /** Closes ended sessions and reloads those of changed users, before clients are notified and reload. */
      const seenByAll = (ended: ReadonlyArray<string>, changed: ReadonlyArray<UserId>) =>
        Effect.andThen(signOuts.ended(ended), signOuts.changed(changed))

      /**
       * Whether an edit can send an invitation: it changes the email or reactivates the account. The form submits both fields
       * with every save, so compare their values.
       */
      const maySendMail = Effect.fnUntraced(function* ({ companyID }: LoggedInUser, form: UserEdit) {
        const [now] = yield* sql<{ email: string; active: boolean }>`
          SELECT email, is_active AS active FROM users WHERE company_id = ${companyID} AND user_id = ${form.userID}`
        if (now === undefined) return false
        return (form.email !== undefined && form.email !== now.email) || (form.isActive === true && !now.active)
      })

      const add = Effect.fn("UserWrites.add")(function* (user: LoggedInUser, form: NewUser, resetLink?: string) {
        const page = yield* passwordPage(settings, resetLink)
        yield* counted(user)
        const { shown, unchanged } = yield* transactions.run([user.companyID], (at) => one.add(user, form, page, at))
        return { user: shown, unchanged }
      }, asServerFault)

      const edit = Effect.fnUntraced(
        function* (user: LoggedInUser, form: UserEdit, resetLink?: string) {
          const page = yield* passwordPage(settings, resetLink)
          const inTurn = Effect.gen(function* () {
            if (yield* maySendMail(user, form)) yield* counted(user)
            return yield* transactions.run([user.companyID], (at) =>
              Effect.map(one.update(user, form, page, at), (turn) => ({
                ...turn,
                first: seenByAll(turn.value.ended, turn.value.unchanged ? [] : [form.userID])
              }))
            )
          })
          const { shown, before, unchanged } = yield* changeRow(
            user.companyID,
            (at) => one.rename(user, form, at),
            inTurn
          )
          return { user: shown, before, unchanged }
        },
        Effect.uninterruptible,
        asServerFault
      )

      const invite = Effect.fn("UserWrites.invite")(function* (user: LoggedInUser, userID: UserId, resetLink?: string) {
        const page = yield* passwordPage(settings, resetLink)
        yield* counted(user)
        return yield* transactions.run([user.companyID], (at) => one.invite(user, userID, page, at))
      }, asServerFault)

      return UserWrites.of({ add, update: traced("UserWrites.update", edit), invite })
    })
  )
}
