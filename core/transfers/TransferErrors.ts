import { Schema } from "effect"
import { emailWords } from "#core/base/fieldWords.ts"
import { FacilityId } from "#core/base/ids.ts"
import { defineProblem } from "#core/base/problem.ts"

/** No open transfer has this token: it never existed, was canceled or replaced, or was accepted elsewhere. */
export class TransferNotFound extends defineProblem<TransferNotFound>()({
  tag: "TransferNotFound",
  status: 404,
  exit: "notFound",
  words: {
    error: "The token provided is expired or invalid.",
    next: "Ask the sender for a new transfer."
  }
}) {}

/** The transfer was not accepted in time (001 §8). */
export class TransferExpired extends defineProblem<TransferExpired>()({
  tag: "TransferExpired",
  status: 410,
  exit: "conflict",
  words: {
    error: "Transfer request expired.",
    next: "Ask the sender for a new transfer."
  }
}) {}

/**
 * The facility already belongs to the company (001 §4, §8). The status and the error come from the documents (000 §8, ledger
 * A354).
 */
export class TransferAlreadyAccepted extends defineProblem<TransferAlreadyAccepted>()({
  tag: "TransferAlreadyAccepted",
  status: 401,
  exit: "conflict",
  data: Schema.Struct({ facilityID: FacilityId, facilityName: Schema.String }),
  words: (data) => ({
    error: "Invalid Token",
    next: `${data.facilityName} was previously accepted.`
  })
}) {}

/** The transfer was offered to another email address (DECISIONS, Roles and permissions). */
export class TransferNotYours extends defineProblem<TransferNotYours>()({
  tag: "TransferNotYours",
  status: 403,
  exit: "denied",
  words: {
    error: "Insufficient Permissions: this transfer was sent to another email address.",
    next: "Sign in with the address the email was sent to."
  }
}) {}

/** The invited email address is invalid (001 §5). */
export class TransferEmailInvalid extends defineProblem<TransferEmailInvalid>()({
  tag: "TransferEmailInvalid",
  status: 422,
  exit: "usage",
  words: {
    error: emailWords,
    next: "Enter the email address of an admin of the other company."
  }
}) {}

/** The invited person belongs to the company that has the facility (001 §5). */
export class TransferSameCompany extends defineProblem<TransferSameCompany>()({
  tag: "TransferSameCompany",
  status: 422,
  exit: "usage",
  words: {
    error: "Facility cannot be transferred to the same company.",
    next: "Enter the email address of an admin of another company."
  }
}) {}
