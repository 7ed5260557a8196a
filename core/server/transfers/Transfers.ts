import { countOf } from "#core/base/countOf.ts"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { LockLimitReached } from "#core/activation/ActivationErrors.ts"
import type { TooManyRequests } from "#core/auth/AuthErrors.ts"
import { DryRun } from "#core/auth/DryRun.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId, UserId } from "#core/base/ids.ts"
import { type FacilityNameTaken, FacilityNotFound, FacilityRefused } from "#core/facilities/FacilityErrors.ts"
import { nameText } from "#core/base/nameText.ts"
import { facilityIssue } from "#core/facilities/facilityRules.ts"
import {
  type TransferAlreadyAccepted,
  type TransferEmailInvalid,
  type TransferExpired,
  TransferNotFound,
  type TransferNotYours,
  TransferSameCompany
} from "#core/transfers/TransferErrors.ts"
import type { TransferOffer } from "#core/transfers/TransferOffer.ts"
import type { OfferedTransfer } from "#core/transfers/TransfersApi.ts"
import { acceptRefusal, approvingRoles, invitedRefusal, isTheirs, offerRefusal } from "#core/transfers/transferRules.ts"
import { Limiter } from "../auth/Limiter.ts"
import { newToken, tokenHash } from "../secrets/tokens.ts"
import { facilityRecord } from "../facilities/facilityRecord.ts"
import { visibleFacilities } from "../facilities/facilitySql.ts"
import { FacilityTransactions } from "../facilities/FacilityTransactions.ts"
import { FmsConnections } from "../fms/FmsConnections.ts"
import { asServerFault } from "../locks/asServerFault.ts"
import { Mailer } from "../mail/Mailer.ts"
import { Notices } from "../notices/Notices.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { Settings } from "../Settings.ts"
import { moveFacility } from "./movedFacility.ts"
import { canceledEmail, transferEmail, transferPage } from "./transferEmail.ts"
import { type TransferRow, transferOf, transferRow } from "./transferSql.ts"

/** A facility that was accepted. */
interface AcceptedFacility {
  readonly facilityID: FacilityId
  readonly facilityName: string
  readonly lockCount: number
}

type OfferRefused = TransferNotFound | TransferExpired | TransferNotYours

/**
 * Transfers of facilities between companies (001 §4). Tokens are stored as hashes; only the email and the response to the
 * sender contain them.
 */
export class Transfers extends Context.Service<
  Transfers,
  {
    /**
     * Offers a facility; replaces an offer that is still open. The response does not reveal whether the email has an account.
     */
    readonly initiate: (
      user: LoggedInUser,
      facilityID: FacilityId,
      email: string
    ) => Effect.Effect<OfferedTransfer, FacilityNotFound | TransferEmailInvalid | TransferSameCompany | TooManyRequests>
    /** Cancels the open offer of a facility, and returns to whom it was; null if there is none. */
    readonly cancel: (
      user: LoggedInUser,
      facilityID: FacilityId
    ) => Effect.Effect<{ readonly facilityName: string; readonly email: string | null }, FacilityNotFound>
    readonly offer: (user: LoggedInUser, token: string) => Effect.Effect<TransferOffer, OfferRefused>
    /** Moves the facility with its locks and their history; `facilityName` is its new name. */
    readonly accept: (
      user: LoggedInUser,
      token: string,
      facilityName: string | undefined
    ) => Effect.Effect<
      AcceptedFacility,
      OfferRefused | TransferAlreadyAccepted | FacilityNameTaken | FacilityRefused | LockLimitReached
    >
  }
>()("lockdesk/server/Transfers") {
  static readonly layer = Layer.effect(
    Transfers,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keyring = yield* Keyring
      const connections = yield* FmsConnections
      const transactions = yield* FacilityTransactions
      const mailer = yield* Mailer
      const notices = yield* Notices
      const limiter = yield* Limiter
      const { publicAddress, transferDays, limits } = yield* Settings

      /** Notifies the people with this email who may accept a facility. */
      const notify = Effect.fnUntraced(function* (
        email: string,
        notice: Omit<Parameters<typeof notices.send>[1], "kind">
      ) {
        const invited = yield* sql<{ user_id: UserId }>`
          SELECT user_id FROM users
          WHERE lower(email) = ${email.toLowerCase()} AND ${sql.in("role_id", [...approvingRoles])}`
        yield* notices.send(
          invited.map(({ user_id }) => user_id),
          { ...notice, kind: "success" }
        )
      })

      /** Tells the invited person that their offer is over, because they may have the link. */
      const tellCanceled = Effect.fnUntraced(function* (user: LoggedInUser, facilityName: string, email: string) {
        const { companyID, companyName, userID } = user
        const subject = `${companyName} no longer offers you the facility ${facilityName}`
        yield* mailer.send({ companyID, userID, to: email, subject, body: canceledEmail(user, facilityName) })
        yield* notify(email, { companyID, message: `${subject}.` })
      })

      const initiate = Effect.fn("Transfers.initiate")(function* (
        user: LoggedInUser,
        facilityID: FacilityId,
        typed: string
      ) {
        const email = typed.trim()
        const refusal = invitedRefusal(email)
        if (refusal !== null) return yield* refusal
        const [colleague] = yield* sql`
          SELECT FROM users WHERE lower(email) = ${email.toLowerCase()} AND company_id = ${user.companyID}`
        if (colleague !== undefined) return yield* new TransferSameCompany()
        yield* limiter.take(`transfers of ${user.userID}`, limits.transferPerUser, "facility transfers")
        const token = newToken()
        const expiresOn = new Date((yield* Clock.currentTimeMillis) + transferDays * 86_400_000).toISOString()
        const { facilityName, earlier } = yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const [facility] = yield* sql<{ name: string }>`
              SELECT f.name FROM facilities f
              WHERE f.facility_id = ${facilityID} AND ${visibleFacilities(sql, user)} FOR UPDATE OF f`
            if (facility === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
            const replaced = yield* sql<{ email: string; open: boolean }>`
              UPDATE facility_transfers SET closed_at = ${at}::timestamptz
              WHERE facility_id = ${facilityID} AND closed_at IS NULL RETURNING email, expires_at > ${at}::timestamptz AS open`
            yield* sql`
              INSERT INTO facility_transfers (token_hash, facility_id, from_company_id, email, offered_by, offered_at,
                expires_at)
              VALUES (${tokenHash(token)}, ${facilityID}, ${user.companyID}, ${email}, ${user.userID},
                ${at}::timestamptz, ${expiresOn}::timestamptz)`
            const detail = { facilityName: facility.name, email, expiresOn }
            const record = facilityRecord(user, at, "facilities.transfer-offer", facilityID, detail)
            const event = { event: "updateFacility" as const, facilityIDs: [facilityID] }
            const value = { facilityName: facility.name, earlier: replaced.filter(({ open }) => open) }
            return { value, records: [record], events: [[user.companyID, event] as const] }
          })
        )
        for (const each of earlier) {
          if (each.email.toLowerCase() !== email.toLowerCase()) yield* tellCanceled(user, facilityName, each.email)
        }
        const link = transferPage(publicAddress, token)
        yield* mailer.send({
          // The email belongs to the sending company, whether or not the address has an account.
          companyID: user.companyID,
          userID: user.userID,
          to: email,
          subject: `${user.companyName} offers you the facility ${facilityName}`,
          body: transferEmail(user, facilityName, link, transferDays),
          link,
          asked: { by: user.userID, path: `/facilities/${facilityID}` }
        })
        yield* notify(email, {
          companyID: user.companyID,
          message: `${user.companyName} offers you the facility ${facilityName}.`,
          next: "Open the link in your email to accept it, or ask the sender for the link."
        })
        // The link of a dry run does not work, so don't return it.
        return { facilityID, email, expiresOn, link: (yield* DryRun) ? "" : link }
      }, asServerFault)

      const cancel = Effect.fn("Transfers.cancel")(function* (user: LoggedInUser, facilityID: FacilityId) {
        const canceled = yield* transactions.run(
          [user.companyID],
          Effect.fnUntraced(function* (at) {
            const [facility] = yield* sql<{ facilityName: string }>`
              SELECT f.name AS "facilityName" FROM facilities f
              WHERE f.facility_id = ${facilityID} AND ${visibleFacilities(sql, user)} FOR UPDATE OF f`
            if (facility === undefined) return yield* new FacilityNotFound({ data: { facilityID } })
            const { facilityName } = facility
            const [closed] = yield* sql<{ email: string }>`
              UPDATE facility_transfers SET closed_at = ${at}::timestamptz
              WHERE facility_id = ${facilityID} AND from_company_id = ${user.companyID} AND closed_at IS NULL
                AND expires_at > ${at}::timestamptz RETURNING email`
            const value = { facilityName, email: closed?.email ?? null }
            if (closed === undefined) return { value, records: [], events: [] }
            const record = facilityRecord(user, at, "facilities.transfer-cancel", facilityID, value)
            const event = { event: "updateFacility" as const, facilityIDs: [facilityID] }
            return { value, records: [record], events: [[user.companyID, event] as const] }
          })
        )
        if (canceled.email !== null) yield* tellCanceled(user, canceled.facilityName, canceled.email)
        return canceled
      }, asServerFault)

      const found = Effect.fnUntraced(function* (token: string, hold: boolean) {
        const [row] = yield* transferRow(sql, tokenHash(token), hold)
        return row ?? (yield* new TransferNotFound())
      })

      const offer = Effect.fn("Transfers.offer")(function* (user: LoggedInUser, token: string) {
        const row = yield* found(token, false)
        const transfer = transferOf(row)
        const refusal = offerRefusal(user, transfer, yield* Clock.currentTimeMillis)
        if (refusal !== null) return yield* refusal
        const { facility_id: facilityID, name: facilityName, street, city, state, zip } = row
        const { company_name: companyName, locks: lockCount, expires_on: expiresOn } = row
        return {
          facilityID,
          facilityName,
          street,
          city,
          state,
          zip,
          companyName,
          lockCount,
          expiresOn,
          alreadyAccepted: isTheirs(user, transfer)
        }
      }, asServerFault)

      const accept = Effect.fn("Transfers.accept")(function* (
        user: LoggedInUser,
        token: string,
        wanted: string | undefined
      ) {
        const { from_company_id: from, offered_by: offeredBy, name: offeredName } = yield* found(token, false)
        const accepted = yield* transactions.run(
          [from, user.companyID],
          Effect.fnUntraced(function* (at) {
            const row: TransferRow = yield* found(token, true)
            const refusal = acceptRefusal(user, transferOf(row), Date.parse(at))
            if (refusal !== null) return yield* refusal
            const facilityName = nameText(wanted ?? row.name)
            const message = facilityIssue("facilityName", facilityName)
            if (message !== null) {
              return yield* new FacilityRefused({ data: { issues: [{ path: "facilityName", message }] } })
            }
            return yield* moveFacility(sql, { keyring, connections }, user, row, facilityName, at)
          })
        )
        yield* notices.send([offeredBy], {
          companyID: from,
          kind: "success",
          message: `${user.companyName} accepted the facility ${offeredName} with its ${countOf(accepted.lockCount, "lock")}.`
        })
        return accepted
      }, asServerFault)

      return Transfers.of({ initiate, cancel, offer, accept })
    })
  )
}
