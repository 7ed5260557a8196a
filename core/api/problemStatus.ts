import type { Schema } from "effect"
import * as Activation from "#core/activation/ActivationErrors.ts"
import * as Auth from "#core/auth/AuthErrors.ts"
import * as Drifts from "#core/drift/DriftErrors.ts"
import * as Facilities from "#core/facilities/FacilityErrors.ts"
import * as Fms from "#core/fms/FmsErrors.ts"
import * as Imports from "#core/imports/ImportErrors.ts"
import * as Jobs from "#core/jobs/JobErrors.ts"
import * as LockChanges from "#core/locks/LockChangeErrors.ts"
import * as Locks from "#core/locks/LockErrors.ts"
import * as Mails from "#core/mail/MailErrors.ts"
import * as Notices from "#core/notices/NoticeErrors.ts"
import * as Returns from "#core/returns/ReturnErrors.ts"
import * as Reveals from "#core/reveals/RevealErrors.ts"
import * as Units from "#core/units/UnitErrors.ts"
import * as Transfers from "#core/transfers/TransferErrors.ts"
import * as Tickets from "#core/support/TicketErrors.ts"
import * as Calls from "./ApiErrors.ts"
import type { Problem } from "./problem.ts"

const classes: ReadonlyArray<Schema.Top & { readonly identifier: string }> = [
  Activation,
  Auth,
  Drifts,
  Facilities,
  Fms,
  Locks,
  LockChanges,
  Jobs,
  Imports,
  Mails,
  Notices,
  Returns,
  Reveals,
  Units,
  Transfers,
  Tickets,
  Calls
].flatMap((module) => Object.values(module))

const statuses = new Map(classes.map((type) => [type.identifier, type.ast.annotations?.["httpApiStatus"]]))

/** The HTTP status of a failure: the one its class carries. */
export const problemStatus = (code: Problem["_tag"]): number => {
  const status = statuses.get(code)
  if (typeof status !== "number") throw new RangeError(`${code} carries no status`)
  return status
}
