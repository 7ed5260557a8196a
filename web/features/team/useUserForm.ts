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
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useEdits } from "#web/app/useEdits.ts"
import { errorsByField, useFieldErrors } from "#web/app/useFieldErrors.ts"
import { isSame, issuesOf, newValues, payloadOf, type UserValues, valuesOf } from "./userValues.ts"

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
 * The form of a user. `latest` is the newest version loaded, null for a new user; it never overwrites unsaved changes.
 */
export const useUserForm = (latest: TeamUser | null) => {
  const { companyID, facilityIDs } = useSignedInUser()
  const edits = useEdits(
    latest,
    (user) => (user === null ? newValues(facilityIDs.length === 0) : valuesOf(user)),
    isSame,
    "user"
  )
  const { base, values } = edits
  const errors = useFieldErrors(issuesOf(values))
  const [saving, attempt] = useAttempt()
  const [done, setDone] = useState(false)

  const change = (more: Partial<UserValues>): void => {
    edits.change(more)
    errors.edited(more)
  }
  const reset = (): void => {
    edits.reset()
    errors.clear()
  }

  const typed = useRef(values.email)
  useEffect(() => {
    typed.current = values.email
  })
  /** Checks on blur whether the email is taken. Errors are ignored because saving checks again. */
  const checkEmail = async (): Promise<void> => {
    const email = values.email.trim()
    if (!isEmail(email) || email.toLowerCase() === base?.email.toLowerCase()) return
    try {
      const { data } = await call(withClient((client) => client.users.uniqueEmail({ query: { email } })))
      // The user may have corrected it meanwhile.
      if (!data.unique && typed.current.trim() === email) errors.refuse({ email: emailTaken })
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
    }
  }
  const leave = (field: keyof UserValues): void => {
    errors.leave(field)
    if (field === "email") void checkEmail()
  }

  /** Saves the form. On failure it shows the error and keeps the values. */
  const save = async (): Promise<void> => {
    if (done) return
    const resetLink = `${location.origin}/setpassword`
    const payload = payloadOf(values, companyID)
    await attempt(
      async () => {
        toast("success", base === null ? await add(payload, resetLink) : await edit(base, payload, resetLink))
        setDone(true)
      },
      ({ problem }) => {
        if (problem?._tag === "EmailInUse") errors.refuse({ email: emailTaken })
        else if (problem?._tag === "UserRefused") errors.refuse(errorsByField(problem.data.issues))
        else if (problem?._tag === "UserChangedMeanwhile") edits.refused(problem.data)
        else return false
        return true
      }
    )
    refresh(["users", "audit"])
  }

  return {
    values,
    /** Errors shown: of fields the user left, and from the server. */
    issues: errors.shown,
    /** The first error, shown or not; null if there is none. */
    wrong: errors.first,
    dirty: edits.dirty,
    saving,
    /** The user was saved, and the form is about to close. */
    done,
    /** Who changed the user while there are unsaved changes here; null if nobody did. */
    changedMeanwhile: edits.changedMeanwhile,
    change,
    /** Marks a field as left, so that its error is shown from now on. */
    leave,
    reset,
    save
  }
}

export type UserFormState = ReturnType<typeof useUserForm>
