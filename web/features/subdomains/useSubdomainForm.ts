import { useEffect, useRef, useState } from "react"
import { withClient } from "#core/api/ApiClient.ts"
import type { FacilityId, SubdomainId } from "#core/base/ids.ts"
import {
  addSubdomain,
  changeSubdomain,
  editSubdomain,
  takeBackSubdomain,
  uploadLogo
} from "#core/commands/subdomainCommands.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import { keptFields, subdomainIssue, type SubdomainFields, subdomainIssues } from "#core/subdomains/subdomainRules.ts"
import { subdomainWords } from "#core/subdomains/subdomainWords.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import type { ChangedBy } from "#web/app/useEdits.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { errorsByField } from "#web/app/useFieldErrors.ts"

/** Values of the form. */
export interface SubdomainValues extends SubdomainFields {
  readonly facilityIDs: ReadonlySet<FacilityId>
  /** A new logo, not uploaded yet. */
  readonly file: File | null
  /** Remove the current logo. */
  readonly withoutLogo: boolean
}

/** Errors by field name. */
export type SubdomainFieldIssues = Partial<Readonly<Record<keyof SubdomainFields | "logo", string>>>

/** Result of saving: everything, the subdomain without its new logo, or nothing. */
export type Saved =
  | { readonly kind: "all" }
  | { readonly kind: "withoutLogo"; readonly id: SubdomainId }
  | { readonly kind: "nothing"; readonly step: 0 | null }

const valuesOf = (subdomain: Subdomain | null): SubdomainValues => ({
  displayName: subdomain?.displayName ?? "",
  subdomainUrl: subdomain?.subdomainUrl ?? "",
  facilityIDs: new Set(subdomain?.facilityIDs ?? []),
  file: null,
  withoutLogo: false
})

const sameIds = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id))

const isChanged = (now: SubdomainValues, before: SubdomainValues): boolean =>
  now.displayName !== before.displayName ||
  now.subdomainUrl !== before.subdomainUrl ||
  now.file !== null ||
  now.withoutLogo ||
  !sameIds(now.facilityIDs, before.facilityIDs)

/** The server's error if the URL is taken; null if it is free or the check failed. */
const takenIssue = async (subdomainUrl: string, kept: Subdomain | null): Promise<string | null> => {
  const { subdomainUrl: url } = keptFields({ displayName: "", subdomainUrl })
  if (url === kept?.subdomainUrl) return null
  try {
    const query = { url, ...(kept === null ? {} : { subdomainId: kept.id }) }
    await call(withClient((client) => client.subdomains.checkUrl({ query })))
    return null
  } catch (error) {
    const problem = error instanceof CallFailure ? error.problem : null
    // Ignore other errors: saving checks again and reports them.
    return problem?._tag === "SubdomainUrlTaken" && error instanceof CallFailure ? error.words.error : null
  }
}

/**
 * The form of a subdomain. `latest` is the newest version loaded, null for a new one; it never overwrites unsaved
 * changes.
 */
export const useSubdomainForm = (latest: Subdomain | null) => {
  const before = useKeptInput<{ readonly kept: Subdomain | null; readonly values: SubdomainValues }>("subdomain")
  const [kept, setKept] = useState(before?.kept ?? latest)
  const [values, setValues] = useState(() => before?.values ?? valuesOf(latest))
  const [issues, setIssues] = useState<SubdomainFieldIssues>({})
  const [busy, setBusy] = useState<"checking" | "saving" | null>(null)
  const [stale, setStale] = useState<ChangedBy | null>(null)
  const dirty = isChanged(values, valuesOf(kept))
  useKeepInput("subdomain", dirty ? { kept, values } : null)
  const newer = latest !== null && kept !== null && latest.id === kept.id && latest.version > kept.version

  const standOn = (subdomain: Subdomain | null, file: File | null = null): void => {
    setKept(subdomain)
    setValues({ ...valuesOf(subdomain), file })
    setIssues({})
    setStale(null)
  }
  // There are no unsaved changes to lose, or the newer version has the same ones, so take it.
  const same = newer && !isChanged(values, valuesOf(latest))
  if (newer && (!dirty || same) && busy === null) standOn(latest)

  const change = (more: Partial<SubdomainValues>): void => {
    setValues((before) => ({ ...before, ...more }))
    // Clear a field's error while the user edits it.
    setIssues((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(more, field))))
  }
  const setIssue = (field: keyof SubdomainFieldIssues, message: string | null): void =>
    setIssues((before) => {
      const others = Object.fromEntries(Object.entries(before).filter(([name]) => name !== field))
      return message === null ? others : { ...others, [field]: message }
    })

  const url = useRef(values.subdomainUrl)
  useEffect(() => {
    url.current = values.subdomainUrl
  })
  /** Validates a field on blur: its own rule first, then whether the URL is free. */
  const leave = async (field: keyof SubdomainFields): Promise<void> => {
    const typed = values[field]
    const own = subdomainIssue(field, typed)
    setIssue(field, own)
    if (field !== "subdomainUrl" || own !== null) return
    const taken = await takenIssue(typed, kept)
    // The user may have corrected it meanwhile.
    if (taken !== null && url.current === typed) setIssue(field, taken)
  }

  /** Whether step 1 is valid. Shows errors at their fields. */
  const check = async (): Promise<boolean> => {
    const found = errorsByField(subdomainIssues(values))
    setIssues((before) => ({ ...(before.logo === undefined ? {} : { logo: before.logo }), ...found }))
    if (Object.keys(found).length > 0) return false
    setBusy("checking")
    const taken = await takenIssue(values.subdomainUrl, kept)
    setBusy(null)
    setIssue("subdomainUrl", taken)
    // A logo that failed to upload is still selected and will be sent again.
    return taken === null && (issues.logo === undefined || values.file !== null)
  }

  /** The result of a rejected save, and the step with the error. */
  const refusedSave = (error: unknown): Saved => {
    const problem = error instanceof CallFailure ? error.problem : null
    if (error instanceof CallFailure && problem?._tag === "SubdomainUrlTaken") {
      setIssues({ subdomainUrl: error.words.error })
      return { kind: "nothing", step: 0 }
    }
    if (problem?._tag === "SubdomainRefused") {
      setIssues(errorsByField(problem.data.issues))
      return { kind: "nothing", step: 0 }
    }
    if (problem?._tag === "SubdomainChangedMeanwhile") setStale(problem.data)
    // The server sent no message of its own (000 §8).
    else if (error instanceof CallFailure && problem === null && !error.cancelled) {
      toast("error", subdomainWords.failed, error.words.next)
    } else tellFailure(error)
    return { kind: "nothing", step: null }
  }

  /**
   * The saved subdomain, and what registers its undo right before the toast with the result. It returns whether there is something
   * to undo.
   */
  const send = async (now: SubdomainValues): Promise<readonly [Subdomain, () => boolean]> => {
    const form = { ...keptFields(now), facilityIDs: [...now.facilityIDs] }
    if (kept === null) return [(await call(addSubdomain({ ...form, logo: "" }))).data, () => false]
    const logo = now.withoutLogo && now.file === null ? null : kept.logo
    const answer = await call(changeSubdomain({ ...kept, ...form, logo }))
    const remember = (): boolean => {
      const back = takeBackSubdomain(answer)
      if (back !== null) rememberBack(`Change ${answer.before.displayName}`, editSubdomain.touches, back)
      if (answer.before.logo !== answer.data.logo) {
        // Undo takes the newest entry first, so this one says that removing the logo can't be undone.
        rememberBatch("Remove the logo", async () =>
          toast("info", "A removed logo can't be undone.", "Upload it again.")
        )
      }
      return back !== null
    }
    return [answer.data, remember]
  }

  /** Saves the subdomain, then its new logo (002 §4). A logo that fails stays selected for another try. */
  const save = async (): Promise<Saved> => {
    const found = errorsByField(subdomainIssues(values))
    if (Object.keys(found).length > 0) {
      setIssues(found)
      return { kind: "nothing", step: 0 }
    }
    setBusy("saving")
    const isNew = kept === null
    try {
      const [saved, remember] = await send(values)
      standOn(saved, values.file)
      if (values.file !== null) {
        try {
          standOn((await call(uploadLogo(saved.id, values.file))).data)
        } catch (error) {
          // A call is canceled when the session ends, and the next user must not undo this change.
          if (!(error instanceof CallFailure && error.cancelled)) remember()
          tellFailure(error, (_, text, next) =>
            toast("error", `The subdomain was saved, but its logo was not uploaded. ${text}`, next)
          )
          // Sending a refused file again can't help.
          if (error instanceof CallFailure && error.problem?._tag === "LogoRefused") change({ file: null })
          setIssue("logo", error instanceof CallFailure ? error.words.error : "The logo was not uploaded.")
          return { kind: "withoutLogo", id: saved.id }
        }
      }
      if (!remember() && values.file !== null) {
        // Without this entry, undo would revert an older change and keep the new logo.
        rememberBatch("Change the logo", async () =>
          toast("info", "A new logo can't be undone.", "Remove it, or upload the earlier one.")
        )
      }
      toast("success", isNew ? subdomainWords.added : subdomainWords.updated)
      return { kind: "all" }
    } catch (error) {
      return refusedSave(error)
    } finally {
      setBusy(null)
      refresh(["subdomains", "facilities", "audit"])
    }
  }

  return {
    values,
    issues,
    kept,
    dirty,
    busy,
    /** Who changed it while there are unsaved changes here; null if nobody did. */
    changedMeanwhile: !dirty || same ? null : newer ? latest : stale,
    /** Whether step 1 is valid as far as the browser can tell. */
    isGeneralValid: subdomainIssues(values).length === 0,
    change,
    setIssue,
    leave,
    check,
    save,
    takeTheirs: (): void => standOn(latest)
  }
}

export type SubdomainFormState = ReturnType<typeof useSubdomainForm>
