import { Effect } from "effect"
import type { CompanyId, FacilityId } from "#core/base/ids.ts"
import { FacilityRefused, FmsNotValidated } from "#core/facilities/FacilityErrors.ts"
import type { FacilityEdit } from "#core/facilities/FacilityForm.ts"
import { fmsIssues } from "#core/facilities/facilityRules.ts"
import { type FmsFieldName, fmsFieldsOf } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId } from "#core/fms/fmsSystems.ts"
import { type FmsOutcome, isUnverified } from "#core/fms/FmsTestResult.ts"
import {
  type ConnectionPatch,
  draftedConnection,
  type FmsConnection,
  type FmsConnections,
  noConnection,
  sameConnection
} from "../fms/FmsConnections.ts"
import type { FmsTests } from "../fms/FmsTests.ts"

/** A facility's FMS connection after a form. */
export interface ConnectionPlan {
  readonly companyID: CompanyId
  readonly fms: FmsId
  readonly facilityID: FacilityId | null
  /** The connection fields in the form. */
  readonly patch: ConnectionPatch
  readonly draft: FmsConnection
  /** Whether it differs from the stored connection. */
  readonly changed: boolean
}

/** The input: the facility (null for a new one), and its software before and after. */
interface Planned {
  readonly companyID: CompanyId
  readonly facilityID: FacilityId | null
  readonly form: Pick<FacilityEdit, FmsFieldName | "mode">
  readonly from: FmsId
  readonly to: FmsId
}

/**
 * The FMS connection after a form, or null if the form has none of its fields. Missing required fields are refused (001 §5). A
 * secret of one FMS is never sent to another.
 */
export const connectionPlan = Effect.fnUntraced(function* (
  connections: FmsConnections["Service"],
  { companyID, facilityID, form, from, to }: Planned
): Effect.fn.Return<ConnectionPlan | null, FacilityRefused> {
  const fields = fmsFieldsOf(form)
  const mode = form.mode ?? undefined
  const stated = fields !== undefined || mode !== undefined
  if (!stated && (from === to || to === Fms.id.NotListed)) return null
  const kept = facilityID !== null && from === to ? yield* connections.read(companyID, facilityID) : null
  const patch = { mode, fields }
  const draft = draftedConnection(kept ?? (yield* connections.begun(companyID)), patch)
  const changed = facilityID === null || from !== to || !sameConnection(kept ?? noConnection, draft)
  const issues = changed ? fmsIssues(to, draft.mode, draft.fields) : []
  if (issues.length > 0) return yield* new FacilityRefused({ data: { issues } })
  return { companyID, fms: to, facilityID, patch, draft, changed }
})

/**
 * Tests a changed connection (001 §4). If the FMS refuses it, nothing is saved; if the FMS could not be reached, it is saved
 * and the outcome is returned as a warning.
 */
export const validated = Effect.fnUntraced(function* (
  tests: FmsTests["Service"],
  plan: ConnectionPlan | null
): Effect.fn.Return<FmsOutcome | null, FmsNotValidated> {
  if (plan === null || !plan.changed) return null
  const { companyID, facilityID, fms, draft } = plan
  const outcome = yield* tests.tried({ companyID, facilityID, fms, connection: draft })
  if (outcome.result) return null
  return isUnverified(outcome) ? outcome : yield* new FmsNotValidated({ data: outcome })
})

/** Whether the connection to write is the one that was tested, or needs no test. */
export const isTried = (tried: ConnectionPlan | null, plan: ConnectionPlan | null): boolean =>
  plan === null || !plan.changed || (tried?.fms === plan.fms && sameConnection(tried.draft, plan.draft))
