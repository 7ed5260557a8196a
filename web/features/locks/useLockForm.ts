import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useForm, useWatch } from "react-hook-form"
import { withClient } from "#core/api/ApiClient.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { routeOf } from "#core/navigation/routes.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { rememberChange } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { goBackAfterSave } from "#web/app/goBackAfterSave.ts"
import { lockQuery } from "#web/app/lockQueries.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useKeptInput } from "#web/app/keptInputs.ts"
import { useKeepInput } from "#web/app/useKeepInput.ts"
import { editOf, formIssues, formOf, isSaved, type LockForm, type LockFormIssues, rebased } from "./lockForm.ts"

/** Delay between a save and going back, in milliseconds (001 §4). */
const wayBackAfter = 100

/** State of a lock's form: values, errors, and whether someone else changed the lock. */
export interface LockFormState {
  /** The version of the lock the form is based on. */
  readonly lock: Lock
  readonly form: LockForm
  readonly dirty: boolean
  readonly saving: boolean
  readonly issues: LockFormIssues
  /** The newer version someone else saved, while there are unsaved changes. */
  readonly theirs: Lock | null
  readonly change: (form: LockForm) => void
  readonly reset: () => void
  /** Resolves to the errors to fix first, or null if it was sent. */
  readonly save: () => Promise<LockFormIssues | null>
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}

const isNewer = (one: Lock, other: Lock): boolean => (one.updatedOn ?? "") > (other.updatedOn ?? "")

/** Manages the form of a lock. `latest` is the newest version loaded; it never overwrites unsaved changes. */
export const useLockForm = (latest: Lock, onSaved: () => void): LockFormState => {
  const user = useSignedInUser()
  const router = useRouter()
  const client = useQueryClient()
  const before = useKeptInput<{ readonly lock: Lock; readonly form: LockForm }>("lock")
  const [lock, setLock] = useState(before?.lock ?? latest)
  const [restoring, setRestoring] = useState(before !== null)
  /** The lock in the response to a refused save, which may be newer than `latest`. */
  const [current, setCurrent] = useState<Lock | null>(null)
  const [saving, setSaving] = useState(false)
  const [issues, setIssues] = useState<LockFormIssues>({})
  const [leaving, setLeaving] = useState(false)
  const {
    control,
    formState,
    getValues,
    reset: resetForm,
    setValue
  } = useForm<LockForm>({ defaultValues: formOf(lock) })
  const form = useWatch({ control }) as LockForm
  const dirty = formState.isDirty
  // A combination must be typed again (law 8).
  useKeepInput("lock", dirty ? { lock, form: { ...form, code: null } } : null)

  const standOn = (next: Lock, values: LockForm = formOf(next)): void => {
    setLock(next)
    setCurrent(null)
    setIssues({})
    resetForm(formOf(next))
    for (const [name, value] of Object.entries(values)) {
      setValue(name as keyof LockForm, value, { shouldDirty: true })
    }
  }

  const newest = current !== null && isNewer(current, latest) ? current : latest
  const theirs = isNewer(newest, lock) ? newest : null
  // Someone else made the same changes, or they are the user's own and their response was lost.
  const same = theirs !== null && dirty && isSaved(lock, theirs, form)
  useEffect(() => {
    // There are no unsaved changes to lose, so take the newer version.
    if (theirs === null || saving || restoring || (dirty && !same)) return
    standOn(theirs)
    if (same) toast("info", "Your changes are already saved.")
  })

  useEffect(() => {
    if (before !== null) standOn(before.lock, before.form)
    setRestoring(false)
  }, [])

  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => {
      setLeaving(false)
      if (router.history.canGoBack()) goBackAfterSave(router.history)
      else void router.navigate({ href: routeOf("locks.manage").path })
    }, wayBackAfter)
    return () => clearTimeout(timer)
  }, [leaving, router])

  const save = async (): Promise<LockFormIssues | null> => {
    const values = getValues()
    const found = formIssues(user, lock, values)
    setIssues(found)
    if (Object.keys(found).length > 0) return found
    setSaving(true)
    try {
      const payload = editOf(lock, values)
      const answer = await call(withClient((api) => api.lockChanges.update({ query: {}, payload })))
      rememberChange("Save Changes", answer)
      const { undo: _, ...saved } = answer.data
      client.setQueryData(lockQuery(lock.lockID).queryKey, saved)
      standOn(saved)
      toast("success", "Successfully updated")
      onSaved()
      setLeaving(true)
      return null
    } catch (error) {
      const problem = error instanceof CallFailure ? error.problem : null
      if (problem?._tag === "LockChangedMeanwhile") setCurrent(problem.data)
      else tellFailure(error)
      const refusals =
        error instanceof CallFailure && problem?._tag === "UnitRefused" ? { unit: error.words.error } : {}
      setIssues(refusals)
      return refusals
    } finally {
      setSaving(false)
      refresh(["locks", "facilities", "audit"])
    }
  }

  return {
    lock,
    form,
    dirty,
    saving: saving || leaving,
    issues,
    theirs: dirty && !same ? theirs : null,
    change: (next) => {
      for (const [name, value] of Object.entries(next)) {
        setValue(name as keyof LockForm, value, { shouldDirty: true })
      }
      setIssues({})
    },
    reset: () => standOn(lock),
    save,
    keepMine: () => (theirs === null ? undefined : standOn(theirs, rebased(lock, theirs, getValues()))),
    takeTheirs: () => (theirs === null ? undefined : standOn(theirs))
  }
}
