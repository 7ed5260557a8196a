import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useForm, useWatch } from "react-hook-form"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { words } from "#core/api/problem.ts"
import { FacilityNameTaken } from "#core/facilities/FacilityErrors.ts"
import { isNameTaken } from "#core/facilities/facilityRules.ts"
import type { FacilityStep } from "#core/facilities/facilitySteps.ts"
import { fmsFieldNames } from "#core/fms/fmsFields.ts"
import { Fms, IntegrationMode } from "#core/fms/fmsSystems.ts"
import { isUnverified, unverifiedNotice } from "#core/fms/FmsTestResult.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { refresh } from "#web/app/refresh.ts"
import type { ChangedBy } from "#web/app/useEdits.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { errorsByField, type FieldErrors } from "#web/app/useFieldErrors.ts"
import { facilityQuery } from "./facilityQueries.ts"
import {
  editOf,
  type FacilityValues,
  firstWrong,
  fmsChanged,
  fmsSent,
  newValues,
  payloadOf,
  valuesOf
} from "./facilityValues.ts"

/** Fields of the FMS step. */
const fmsPaths: ReadonlySet<string> = new Set(["managementSoftware", ...fmsFieldNames])

/** State of the facility form: values, errors, and whether someone else changed the facility. */
export interface FacilityFormState {
  readonly values: FacilityValues
  readonly issues: FieldErrors
  readonly dirty: boolean
  readonly saving: boolean
  /** The facility was saved, and the form is about to close. */
  readonly done: boolean
  /** The version the form is based on; null for a new facility. */
  readonly kept: FacilityDetail | null
  /** Who changed the facility while there are unsaved changes here; null if nobody did. */
  readonly changedMeanwhile: ChangedBy | null
  readonly change: (values: Partial<FacilityValues>) => void
  readonly takeTheirs: () => void
  /**
   * Validates the steps before an index. Returns the first invalid one and shows its errors, or null if all are
   * valid.
   */
  readonly check: (before: number) => number | null
  /** Shows an error at the name field if another facility has that name. */
  readonly checkName: () => void
  /** Saves the form. Resolves to the step with the error, or null on success or if no step is to blame. */
  readonly save: () => Promise<number | null>
}

/**
 * Tests the changed FMS connection. Returns false and shows the reason if the FMS rejects it (001 §4). An unreachable
 * FMS doesn't block saving, which then shows a warning.
 */
const fmsAccepts = async (values: FacilityValues, kept: FacilityDetail | null): Promise<boolean> => {
  const { managementSoftware, mode } = values
  const skipped = managementSoftware === -1 || managementSoftware === Fms.id.NotListed
  if (skipped || mode === IntegrationMode.id.ViaCsv || !fmsChanged(values, kept)) return true
  const { data } = await call(
    withClient((client) =>
      client.fms.validate({
        query: {},
        payload: { facilityID: kept?.facilityID ?? null, managementSoftware, mode, ...fmsSent(values) }
      })
    )
  )
  if (data.result || isUnverified(data)) return true
  toast("error", "FMS failed to validate", [data.errorMessage, data.nextAction].filter(Boolean).join(". "))
  return false
}

const isSame = (one: FacilityValues, other: FacilityValues): boolean =>
  Object.entries(other).every(
    ([name, value]) => JSON.stringify(one[name as keyof FacilityValues]) === JSON.stringify(value)
  )

/** Manages the form. `latest` is the newest version loaded; it never overwrites unsaved changes. */
export const useFacilityForm = (
  latest: FacilityDetail | null,
  steps: ReadonlyArray<FacilityStep>
): FacilityFormState => {
  const client = useQueryClient()
  const { data: facilities } = useQuery(facilitiesQuery())
  const asksFms = steps.some(({ parts }) => parts.includes("fms"))
  const before = useKeptInput<{ readonly kept: FacilityDetail | null; readonly values: FacilityValues }>("facility")
  const [kept, setKept] = useState(before?.kept ?? latest)
  const [restoring, setRestoring] = useState(before !== null)
  const [issues, setIssues] = useState<FieldErrors>({})
  const [saving, setSaving] = useState(false)
  const [done, setDone] = useState(false)
  const [stale, setStale] = useState<ChangedBy | null>(null)
  const start = (detail: FacilityDetail | null): FacilityValues =>
    detail === null ? newValues(asksFms) : valuesOf(detail)
  const { control, formState, getValues, reset, setValue } = useForm<FacilityValues>({ defaultValues: start(kept) })
  const values = useWatch({ control }) as FacilityValues
  const dirty = formState.isDirty
  useKeepInput("facility", dirty ? { kept, values } : null)

  const standOn = (detail: FacilityDetail | null): void => {
    setKept(detail)
    setIssues({})
    setStale(null)
    reset(start(detail))
  }
  const newer = latest !== null && kept !== null && latest.version > kept.version
  // Someone else made the same changes, or they are the user's own and their response was lost.
  const same = newer && isSame(values, start(latest))
  useEffect(() => {
    // There are no unsaved changes to lose, so take the newer version.
    if (newer && (!dirty || same) && !saving && !restoring) standOn(latest)
  })

  const change = (more: Partial<FacilityValues>): void => {
    for (const [name, value] of Object.entries(more)) {
      setValue(name as keyof FacilityValues, value as never, { shouldDirty: true })
    }
    // Clear a field's error while the user edits it.
    setIssues((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !Object.hasOwn(more, path.split(".")[0] ?? "")))
    )
  }

  useEffect(() => {
    if (before !== null) change(before.values)
    setRestoring(false)
  }, [])

  const nameIssue = (): FieldErrors => {
    const { facilityName } = getValues()
    if (!isNameTaken(facilityName, kept?.facilityID ?? null, facilities ?? [])) return {}
    return { facilityName: words(new FacilityNameTaken({ data: { facilityName } })).error }
  }
  const checkName = (): void => setIssues((before) => ({ ...before, ...nameIssue() }))

  const check = (before: number): number | null => {
    const wrong = firstWrong(steps, getValues(), kept, before)
    const taken = nameIssue()
    const contact = stepOf("facilityName") ?? 0
    const takenFirst = Object.keys(taken).length > 0 && contact < before && contact <= (wrong?.at ?? contact)
    setIssues({ ...(takenFirst && wrong?.at !== contact ? {} : wrong?.issues), ...(takenFirst ? taken : {}) })
    return takenFirst ? contact : (wrong?.at ?? null)
  }

  /** Index of the step that shows a field. */
  const stepOf = (path: string): number | null => {
    const part = fmsPaths.has(path) ? "fms" : null
    const at = steps.findIndex((step) =>
      part === null
        ? step.parts.includes(/^(street|city|state|zip)$/.test(path) ? "address" : "contact")
        : step.parts.includes(part)
    )
    return at === -1 ? null : at
  }

  const save = async (): Promise<number | null> => {
    const wrong = check(steps.length)
    if (wrong !== null) return wrong
    if (saving || done) return null
    setSaving(true)
    const now = getValues()
    const payload = payloadOf(now, steps)
    try {
      if (asksFms && !(await fmsAccepts(now, kept))) return stepOf("managementSoftware")
      const { data, unverified } = await call(
        withClient((api) =>
          kept === null
            ? api.facilities.add({ query: {}, payload })
            : api.facilities.update({ query: {}, payload: editOf(kept, payload) })
        )
      )
      client.setQueryData(facilityQuery(data.facilityID).queryKey, data)
      standOn(data)
      toast("success", kept === null ? "Facility added successfully" : "Facility edited successfully")
      if (unverified !== undefined) toast("warning", ...unverifiedNotice(unverified))
      setDone(true)
      return null
    } catch (error) {
      const problem = error instanceof CallFailure ? error.problem : null
      if (problem?._tag === "FacilityNameTaken" && error instanceof CallFailure) {
        setIssues({ facilityName: error.words.error })
        return stepOf("facilityName")
      }
      if (problem?._tag === "FacilityRefused") {
        setIssues(errorsByField(problem.data.issues))
        return stepOf(problem.data.issues[0]?.path ?? "")
      }
      if (problem?._tag === "FacilityChangedMeanwhile") setStale(problem.data)
      else tellFailure(error)
      return problem?._tag === "FmsNotValidated" ? stepOf("managementSoftware") : null
    } finally {
      setSaving(false)
      refresh(["facilities", "locks", "audit"])
    }
  }

  return {
    values,
    issues,
    dirty,
    saving,
    done,
    kept,
    changedMeanwhile: !dirty || same ? null : newer ? latest : stale,
    change,
    takeTheirs: () => standOn(latest),
    check,
    checkName,
    save
  }
}
