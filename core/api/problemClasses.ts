import { Option, Predicate, Schema } from "effect"
import * as Activation from "#core/activation/ActivationErrors.ts"
import * as Auth from "#core/auth/AuthErrors.ts"
import * as Drifts from "#core/drift/DriftErrors.ts"
import * as Facilities from "#core/facilities/FacilityErrors.ts"
import * as FmsRuns from "#core/fms/FmsErrors.ts"
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
import { wire } from "#core/base/problem.ts"
import * as Calls from "./ApiErrors.ts"

const modules = [
  Activation,
  Auth,
  Calls,
  Drifts,
  Facilities,
  FmsRuns,
  Imports,
  Jobs,
  LockChanges,
  Locks,
  Mails,
  Notices,
  Returns,
  Reveals,
  Tickets,
  Transfers,
  Units
] as const

type ClassIn<Module> = Module extends unknown ? Extract<Module[keyof Module], new (...args: never) => unknown> : never

/** The class of a failure that a call can answer with. */
export type AnyProblemClass = ClassIn<(typeof modules)[number]>

/**
 * Every failure a call can answer with. Loaded by whoever gets one by its code alone; others know it by the class they were given.
 */
export const problemClasses: ReadonlyArray<AnyProblemClass> = modules.flatMap((module) =>
  Object.values<unknown>(module).filter((value): value is AnyProblemClass => typeof value === "function")
)

/** The failure that the body of an answer tells (`{ error, code, requestId, data? }`), or null where it is none we know. */
export const problemOfBody = (body: unknown): InstanceType<AnyProblemClass> | null => {
  const known = problemClasses.find(({ identifier }) => Predicate.hasProperty(body, "code") && body.code === identifier)
  if (known === undefined) return null
  const codec: Schema.Top = wire(known as Schema.Top as typeof Calls.ServerFault)
  return Option.getOrNull(Schema.decodeUnknownOption(codec as Schema.Codec<InstanceType<AnyProblemClass>>)(body))
}
