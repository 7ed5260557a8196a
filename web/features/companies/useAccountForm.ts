import { useState } from "react"
import type { CompanyAccount } from "#core/acting/CompanyAccount.ts"
import { changeCompany, editCompany, takeBackCompany } from "#core/commands/companyAccountCommands.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { queries } from "#web/app/queries.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberBack } from "#web/app/takeBack.ts"
import { accountQuery } from "./accountQueries.ts"
import {
  accountEdit,
  type AccountIssues,
  accountIssues,
  type AccountValues,
  accountValues,
  isAccountChanged
} from "./accountValues.ts"

/** Manages the form of a company. `latest` is the newest version loaded; it never overwrites unsaved changes. */
export const useAccountForm = (latest: CompanyAccount) => {
  const [kept, setKept] = useState(latest)
  const [values, setValues] = useState(() => accountValues(latest))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState<AccountIssues>({})
  const [saving, setSaving] = useState(false)
  const [done, setDone] = useState(false)
  const [stale, setStale] = useState(false)
  const dirty = isAccountChanged(values, kept)
  const newer = latest.version > kept.version

  const standOn = (account: CompanyAccount): void => {
    setKept(account)
    setValues(accountValues(account))
    setLeft(new Set())
    setSaid({})
    setStale(false)
  }
  // There are no unsaved changes to lose, so take the newer version.
  if (newer && !dirty && !saving) standOn(latest)

  const change = (more: Partial<AccountValues>): void => {
    setValues((before) => ({ ...before, ...more }))
    setSaid({})
  }
  const save = async (): Promise<void> => {
    if (saving || done) return
    setSaving(true)
    try {
      const answer = await call(changeCompany(kept.companyID, accountEdit(values, kept)))
      // Show the saved values without waiting for the reload.
      queries.setQueryData(accountQuery(kept.companyID).queryKey, answer.data)
      standOn(answer.data)
      const back = takeBackCompany(answer)
      if (back !== null) rememberBack(`Change ${answer.before.companyName}`, editCompany.touches, back)
      toast("success", answer.message ?? "Company updated")
      setDone(true)
    } catch (error) {
      const problem = error instanceof CallFailure ? error.problem : null
      if (problem?._tag === "CompanyRefused") {
        setSaid(Object.fromEntries(problem.data.issues.map(({ path, message }) => [path, message])))
      } else if (problem?._tag === "CompanyChangedMeanwhile") setStale(true)
      else tellFailure(error)
    } finally {
      setSaving(false)
      refresh(editCompany.touches)
    }
  }

  const issues = accountIssues(values)
  const shown = Object.fromEntries(Object.entries(issues).filter(([path]) => left.has(path)))
  return {
    kept,
    values,
    /** Errors shown: of fields the user left, and from the server. */
    issues: { ...shown, ...said } as AccountIssues,
    /** The first error, shown or not; null if there is none. */
    wrong: Object.values({ ...issues, ...said })[0] ?? null,
    dirty,
    saving,
    /** The company was saved, and the form is about to close. */
    done,
    /** Someone else changed the company while there are unsaved changes here. */
    changedMeanwhile: dirty && (stale || newer),
    change,
    /** Marks a field as left, so that its error is shown from now on. */
    leave: (field: string): void => setLeft((before) => new Set([...before, field])),
    reset: (): void => standOn(kept),
    takeTheirs: (): void => standOn(latest),
    save
  }
}

export type AccountFormState = ReturnType<typeof useAccountForm>
