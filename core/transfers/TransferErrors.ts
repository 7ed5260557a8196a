import { Schema } from "effect"
import { problemFields } from "#core/base/problem.ts"

/** No open transfer has this token: it never had, another took its place, or it was accepted elsewhere. */
export class TransferNotFound extends Schema.TaggedError<TransferNotFound>()("TransferNotFound", problemFields, {
  httpApiStatus: 404
}) {}

/** The transfer was not accepted in time (001 §8). */
export class TransferExpired extends Schema.TaggedError<TransferExpired>()("TransferExpired", problemFields, {
  httpApiStatus: 410
}) {}

/** The facility is the company's already (001 §4, §8). The status and the error are the documents' (000 §8, ledger A354). */
export class TransferAlreadyAccepted extends Schema.TaggedError<TransferAlreadyAccepted>()(
  "TransferAlreadyAccepted",
  { ...problemFields, data: Schema.Struct({ facilityID: Schema.Int, facilityName: Schema.String }) },
  { httpApiStatus: 401 }
) {}

/** The transfer was offered to another e-mail address (DECISIONS, Roles and permissions). */
export class TransferNotYours extends Schema.TaggedError<TransferNotYours>()("TransferNotYours", problemFields, {
  httpApiStatus: 403
}) {}

/** The invited e-mail address is none (001 §5). */
export class TransferEmailInvalid extends Schema.TaggedError<TransferEmailInvalid>()(
  "TransferEmailInvalid",
  problemFields,
  { httpApiStatus: 422 }
) {}

/** The invited person is of the company that has the facility (001 §5). */
export class TransferSameCompany extends Schema.TaggedError<TransferSameCompany>()(
  "TransferSameCompany",
  problemFields,
  {
    httpApiStatus: 422
  }
) {}
