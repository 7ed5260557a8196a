import { useState } from "react"
import type { CompanyAccount } from "#core/acting/CompanyAccount.ts"
import { changeCompany, editCompany, takeBackCompany } from "#core/commands/companyAccountCommands.ts"
import { call } from "#web/app/calls.ts"
import { toast } from "#web/app/notices.ts"
import { queries } from "#web/app/queries.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { accountQuery } from "./accountQueries.ts"
import { useEdits } from "#web/app/useEdits.ts"
import { errorsByField, useFieldErrors } from "#web/app/useFieldErrors.ts"
import { accountEdit, accountIssues, type AccountValues, accountValues, isSameAccount } from "./accountValues.ts"

/** The form of a company. `latest` is the newest version loaded; it never overwrites unsaved changes. */
export const useAccountForm = (latest: CompanyAccount) => {
  const edits = useEdits<CompanyAccount, AccountValues>(
    latest,
    (account) => accountValues(account ?? latest),
    isSameAccount,
    "company"
  )
  const { values } = edits
  const base = edits.base ?? latest
  const errors = useFieldErrors(accountIssues(values))
  const [saving, attempt] = useAttempt()
  const [done, setDone] = useState(false)

  const save = async (): Promise<void> => {
    if (done) return
    await attempt(
      async () => {
        const answer = await call(changeCompany(base.companyID, accountEdit(values, base)))
        // Show the saved values without waiting for the reload.
        queries.setQueryData(accountQuery(base.companyID).queryKey, answer.data)
        const back = takeBackCompany(answer)
        if (back !== null) rememberBack(`Change ${answer.before.companyName}`, editCompany.touches, back)
        toast("success", answer.message ?? "Company updated")
        setDone(true)
      },
      ({ problem }) => {
        if (problem?._tag === "CompanyRefused") errors.refuse(errorsByField(problem.data.issues))
        else if (problem?._tag === "CompanyChangedMeanwhile") edits.refused(problem.data)
        else return false
        return true
      }
    )
    refresh(editCompany.touches)
  }

  return {
    base,
    values,
    /** Errors shown: of fields the user left, and from the server. */
    issues: errors.shown,
    /** The first error, shown or not; null if there is none. */
    wrong: errors.first,
    dirty: edits.dirty,
    saving,
    /** The company was saved, and the form is about to close. */
    done,
    /** Who changed the company while there are unsaved changes here; null if nobody did. */
    changedMeanwhile: edits.changedMeanwhile,
    change: (more: Partial<AccountValues>): void => {
      edits.change(more)
      // The lock limit is one field to the server, and two in the form.
      errors.edited()
    },
    /** Marks a field as left, so that its error is shown from now on. */
    leave: errors.leave,
    reset: (): void => {
      edits.reset()
      errors.clear()
    },
    save
  }
}

export type AccountFormState = ReturnType<typeof useAccountForm>
