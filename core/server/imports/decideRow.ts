import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { FacilityNameTaken } from "#core/facilities/FacilityErrors.ts"
import { facilityIssues, fmsIssues, fmsRefusal } from "#core/facilities/facilityRules.ts"
import { type FmsFields, fmsProfiles } from "#core/fms/fmsFields.ts"
import { Fms, type FmsId, IntegrationMode } from "#core/fms/fmsSystems.ts"
import type { ImportFieldName } from "#core/imports/importFieldNames.ts"
import type { RowWish } from "#core/imports/importRows.ts"
import { issueOf, repeatedName, rowProblemOf, streetIssue } from "#core/imports/importWords.ts"
import { changedValues, type FacilityValues, noValues, valuesAfter } from "../facilities/formValues.ts"
import { draftedConnection, type FmsConnection, noConnection, sameConnection } from "../fms/FmsConnections.ts"
import { failedRow, refusedRow, type RowDecision } from "./rowDecision.ts"

/** What all rows of an import have in common. */
export interface ImportAbout {
  readonly software: FmsId
  readonly mapping: ReadonlyArray<ImportFieldName | null>
  /** Credentials that every facility of it gets. */
  readonly shared: FmsFields
}

/** A facility of the company that has the name of a row. */
export interface KnownPlace {
  readonly facilityID: number
  readonly values: FacilityValues
  /** Whether the user may see it: confined users are kept to theirs. */
  readonly visible: boolean
  readonly connection: FmsConnection | null
}

/** What a row writes. */
export interface RowWrite {
  /** Null makes a facility. */
  readonly facilityID: number | null
  readonly values: FacilityValues
  readonly connection: FmsConnection | null
  /** The connection there is leads to another FMS, and goes. */
  readonly forgets: boolean
}

/**
 * How the FMS is reached after a row, null where that stays: without anything said of it, a new facility is one of CSV
 * (001 §5). What is secret is kept or not as the form keeps it.
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
 * What a row comes to, by the rules of adding and changing one facility (core/facilities/facilityRules.ts): the plan and the
 * commit ask the same. The facility of its name in the company is the one it is about, and keeps its name as it is written.
 * @param earlier the row that has this name first, or null
 */
export const decideRow = (
  user: LoggedInUser,
  { software: chosen, mapping, shared }: ImportAbout,
  cells: ReadonlyArray<string>,
  wish: RowWish,
  known: KnownPlace | null,
  earlier: number | null
): RowDecision<RowWrite> => {
  const name = wish.form.facilityName ?? ""
  if (earlier !== null) {
    const issue = repeatedName(mapping, name, earlier)
    return { ...failedRow([issue], rowProblemOf([issue], "RepeatedRow")), repeats: earlier }
  }
  if (known !== null && !known.visible) return refusedRow(new FacilityNameTaken({ data: { facilityName: name } }))
  const before = known?.values ?? noValues
  // A list that knows of no software says nothing against the one that a facility has.
  const software = known !== null && chosen === Fms.id.NotListed ? before.managementSoftware : chosen
  const refusal = fmsRefusal(user, before.managementSoftware, software)
  if (refusal !== null) return refusedRow(refusal)
  const facilityName = known === null ? name : before.facilityName
  const after = valuesAfter(before, { ...wish.form, facilityName, managementSoftware: software })
  const isNew = known === null || before.managementSoftware !== software
  const given = { ...shared, ...wish.fms }
  const connected = connectionAfter(software, given, isNew ? null : known.connection, isNew)
  const faults = facilityIssues(after, before)
  const missing = connected === null ? [] : fmsIssues(software, connected.mode, connected.fields)
  const street = streetIssue(software, mapping, cells, after.street)
  if (wish.issues.length + faults.length + missing.length > 0 || street !== null) {
    const found = [...faults, ...missing].map(({ path }) => issueOf(software, mapping, cells, path))
    const all = [...wish.issues, ...found, ...(street === null ? [] : [street])]
    // Of what is wrong with a field, the first.
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
