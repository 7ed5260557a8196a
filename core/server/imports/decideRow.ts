import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { FacilityNameTaken } from "#core/facilities/FacilityErrors.ts"
import { facilityIssues, fmsIssues, fmsRefusal } from "#core/facilities/facilityRules.ts"
import { type FmsFields, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { FacilityRowPatch } from "#core/imports/importRows.ts"
import { issueOf, repeatedName, rowProblemOf, streetIssue } from "#core/imports/importWords.ts"
import { changedValues, type FacilityValues, noValues, valuesAfter } from "../facilities/formValues.ts"
import { draftedConnection, type FmsConnection, noConnection, sameConnection } from "../fms/FmsConnections.ts"
import { failedRow, refusedRow, type RowDecision } from "./rowDecision.ts"

/** Data shared by all rows of an import. */
export interface ImportAbout {
  readonly software: FmsId
  readonly mapping: ReadonlyArray<ImportFieldName | null>
  /** Credentials for every facility of the import. */
  readonly shared: FmsFields
}

/** The company's facility with the name in a row. */
export interface KnownPlace {
  readonly facilityID: FacilityId
  readonly values: FacilityValues
  /** Whether the user can see it: restricted users see only their own. */
  readonly visible: boolean
  readonly connection: FmsConnection | null
}

/** The data to write for a row. */
export interface RowWrite {
  /** Null creates a facility. */
  readonly facilityID: FacilityId | null
  readonly values: FacilityValues
  readonly connection: FmsConnection | null
  /** Removes the existing connection, which is to another FMS. */
  readonly forgets: boolean
}

/**
 * The FMS connection after a row, null if it stays: by default a new facility uses CSV (001 §5). Secrets are kept or replaced
 * as by the form.
 */
const connectionAfter = (
  software: FmsId,
  given: FmsFields,
  present: FmsConnection | null,
  isNew: boolean
): FmsConnection | null => {
  if (software === Fms.id.NotListed) return null
  const { ViaCsv, ViaFms } = IntegrationMode.id
  if (Object.keys(given).length === 0) {
    return isNew ? draftedConnection(noConnection, { mode: ViaCsv, fields: {} }) : null
  }
  const after = draftedConnection(present ?? noConnection, {
    mode: fmsProfiles[software].connection === "wire" ? ViaFms : ViaCsv,
    fields: given
  })
  return sameConnection(present, after) ? null : after
}

/**
 * Decides the outcome of a row by the rules for adding and editing one facility (core/facilities/facilityRules.ts), for both
 * plan and commit. The row is about the company's facility with the same name, whose spelling is kept.
 * @param earlier the first row with this name, or null
 */
export const decideRow = (
  user: LoggedInUser,
  { software: chosen, mapping, shared }: ImportAbout,
  cells: ReadonlyArray<string>,
  patch: FacilityRowPatch,
  known: KnownPlace | null,
  earlier: number | null
): RowDecision<RowWrite> => {
  const name = patch.form.facilityName ?? ""
  if (earlier !== null) {
    const issue = repeatedName(mapping, name, earlier)
    return { ...failedRow([issue], rowProblemOf([issue], "RepeatedRow")), repeats: earlier }
  }
  if (known !== null && !known.visible) return refusedRow(new FacilityNameTaken({ data: { facilityName: name } }))
  const before = known?.values ?? noValues
  // An import without an FMS keeps the FMS of existing facilities.
  const software = known !== null && chosen === Fms.id.NotListed ? before.managementSoftware : chosen
  const refusal = fmsRefusal(user, before.managementSoftware, software)
  if (refusal !== null) return refusedRow(refusal)
  const facilityName = known === null ? name : before.facilityName
  const after = valuesAfter(before, { ...patch.form, facilityName, managementSoftware: software })
  const isNew = known === null || before.managementSoftware !== software
  const given = { ...shared, ...patch.fms }
  const connected = connectionAfter(software, given, isNew ? null : known.connection, isNew)
  const faults = facilityIssues(after, before)
  const missing = connected === null ? [] : fmsIssues(software, connected.mode, connected.fields)
  const street = streetIssue(software, mapping, cells, after.street)
  if (patch.issues.length + faults.length + missing.length > 0 || street !== null) {
    const found = [...faults, ...missing].map(({ path }) => issueOf(software, mapping, cells, path))
    const all = [...patch.issues, ...found, ...(street === null ? [] : [street])]
    // Only the first issue of each field.
    const issues = all.filter((issue, nth) => all.findIndex(({ field }) => field === issue.field) === nth)
    return failedRow(issues, rowProblemOf(issues, "InvalidRow"))
  }
  const changes = known === null ? [] : [...changedValues(before, after), ...(connected === null ? [] : ["fms"])]
  const outcome = known === null ? "create" : changes.length > 0 ? "update" : "skip"
  return {
    outcome,
    subjectID: known?.facilityID ?? null,
    changes,
    issues: [],
    problem: null,
    repeats: null,
    write:
      outcome === "skip"
        ? null
        : {
            facilityID: known?.facilityID ?? null,
            values: after,
            connection: connected,
            forgets: known !== null && isNew
          }
  }
}
