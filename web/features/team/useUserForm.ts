import { useEffect, useRef, useState } from "react"
import { words } from "#core/api/problem.ts"
import { withClient } from "#core/api/ApiClient.ts"
import { createUser, editUser, takeBackUser, updateUser } from "#core/commands/userCommands.ts"
import { isEmail } from "#core/base/fieldWords.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import type { NewUser } from "#core/team/UserForm.ts"
import { EmailInUse } from "#core/auth/AuthErrors.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { isSame, issuesOf, newValues, payloadOf, type UserFormIssues, type UserValues, valuesOf } from "./userValues.ts"

/** State of the user form: values, errors, and whether someone else changed the user. */
export interface UserFormState {
  readonly values: UserValues
  /** Errors shown: of fields the user left, and from the server. */
  readonly issues: UserFormIssues
  /** The first error, shown or not; null if there is none. */
  readonly wrong: string | null
  readonly dirty: boolean
  readonly saving: boolean
  /** The user was saved, and the form is about to close. */
  readonly done: boolean
  /** Someone else changed the user while there are unsaved changes here. */
  readonly changedMeanwhile: boolean
  readonly change: (values: Partial<UserValues>) => void
  /** Marks a field as left, so that its error is shown from now on. */
  readonly leave: (field: keyof UserValues) => void
  readonly reset: () => void
  readonly takeTheirs: () => void
  /** Saves the form. On failure it shows the error and keeps the values. */
  readonly save: () => Promise<void>
}

const emailTaken = words(new EmailInUse({ data: {} })).error

const saved = "User saved"

const add = async (payload: NewUser, resetLink: string): Promise<string> =>
  (await call(createUser({ ...payload, userInRole: 0, userID: 0 }, resetLink))).message ?? saved

/** Updates the user based on the version the form was filled from, and registers the undo. */
const edit = async (kept: TeamUser, payload: NewUser, resetLink: string): Promise<string> => {
  const { userInRole, userID, version } = kept
  const answer = await call(updateUser({ ...payload, userInRole, userID, version }, resetLink))
  const back = takeBackUser(answer)
  if (back !== null) rememberBack(`Change ${answer.before.name}`, editUser.touches, back)
  return answer.message ?? saved
}

/**
 * Manages the form. `latest` is the newest version loaded, null for a new user; it never overwrites unsaved changes.
 */
export const useUserForm = (latest: TeamUser | null): UserFormState => {
  const { companyID, facilityIDs } = useSignedInUser()
  const start = (user: TeamUser | null): UserValues =>
    user === null ? newValues(facilityIDs.length === 0) : valuesOf(user)
  const [kept, setKept] = useState(latest)
  const [values, setValues] = useState(() => start(latest))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState<UserFormIssues>({})
  const [saving, setSaving] = useState(false)
  const [done, setDone] = useState(false)
  const [stale, setStale] = useState(false)
  const dirty = !isSame(values, start(kept))

  const standOn = (user: TeamUser | null): void => {
    setKept(user)
    setValues(start(user))
    setLeft(new Set())
    setSaid({})
    setStale(false)
  }
  const newer = latest !== null && kept !== null && latest.version > kept.version
  useEffect(() => {
    // There are no unsaved changes to lose, so take the newer version.
    if (newer && !dirty && !saving) standOn(latest)
  })

  const change = (more: Partial<UserValues>): void => {
    setValues((before) => ({ ...before, ...more }))
    // Clear the server's error of a field while the user edits it.
    setSaid((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !Object.hasOwn(more, path))))
  }

  const typed = useRef(values.email)
  useEffect(() => {
    typed.current = values.email
  })
  /** Checks on blur whether the email is taken. Errors are ignored because saving checks again. */
  const checkEmail = async (): Promise<void> => {
    const email = values.email.trim()
    if (!isEmail(email) || email.toLowerCase() === kept?.email.toLowerCase()) return
    try {
      const { data } = await call(withClient((client) => client.users.uniqueEmail({ query: { email } })))
      // The user may have corrected it meanwhile.
      if (!data.unique && typed.current.trim() === email) setSaid((before) => ({ ...before, email: emailTaken }))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
    }
  }
  const leave = (field: keyof UserValues): void => {
    setLeft((before) => new Set([...before, field]))
    if (field === "email") void checkEmail()
  }

  const save = async (): Promise<void> => {
    if (saving || done) return
    setSaving(true)
    const resetLink = `${location.origin}/setpassword`
    const payload = payloadOf(values, companyID)
    try {
      toast("success", kept === null ? await add(payload, resetLink) : await edit(kept, payload, resetLink))
      setDone(true)
    } catch (error) {
      const problem = error instanceof CallFailure ? error.problem : null
      if (problem?._tag === "EmailInUse") setSaid({ email: emailTaken })
      else if (problem?._tag === "UserRefused") {
        setSaid(Object.fromEntries(problem.data.issues.map(({ path, message }) => [path, message])))
      } else if (problem?._tag === "UserChangedMeanwhile") setStale(true)
      else tellFailure(error)
    } finally {
      setSaving(false)
      refresh(["users", "audit"])
    }
  }

  const issues = issuesOf(values)
  const shown = Object.fromEntries(Object.entries(issues).filter(([path]) => left.has(path)))
  return {
    values,
    issues: { ...shown, ...said },
    wrong: Object.values({ ...issues, ...said })[0] ?? null,
    dirty,
    saving,
    done,
    changedMeanwhile: dirty && (stale || newer),
    change,
    leave,
    reset: () => standOn(kept),
    takeTheirs: () => standOn(latest),
    save
  }
}
