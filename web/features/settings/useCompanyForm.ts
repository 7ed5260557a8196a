import { useEffect, useRef, useState } from "react"
import { phoneDigits } from "#core/facilities/phone.ts"
import type { CompanyDetails, CompanySettings } from "#core/settings/CompanySettings.ts"
import { changeTo, keptChange } from "#core/settings/settingsRules.ts"
import { toast } from "#web/app/notices.ts"
import type { ChangedBy } from "#web/app/useEdits.ts"
import { useFieldEdits } from "#web/app/useFieldEdits.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { saveSettings } from "./saveSettings.ts"

const detailsOf = (settings: CompanySettings): CompanyDetails => {
  const { companyName, contactName, contactEmail, contactPhone, timeZone } = changeTo(settings)
  return { companyName, contactName, contactEmail, contactPhone, timeZone }
}

type Field = keyof CompanyDetails

/** The form of a company's name, contact and time zone. Fields the user hasn't edited follow the saved values. */
export const useCompanyForm = (settings: CompanySettings) => {
  const { values, fields, change, begun, overtaken, edit, settle, reset } = useFieldEdits(
    detailsOf(settings),
    "company"
  )
  const [saving, setSaving] = useState(false)
  const [outdated, setOutdated] = useRefusal<CompanySettings, ChangedBy>(settings)
  /** The user saved again during a save, so send the newer edits next. */
  const again = useRef(false)
  const kept = keptChange(change)
  const issues = new Map("issues" in kept ? kept.issues.map(({ path, message }) => [path, message]) : [])

  const save = async (): Promise<void> => {
    again.current = saving
    if (saving) return
    const [first] = issues.values()
    if (first !== undefined) return toast("error", first)
    setSaving(true)
    const answer = await saveSettings("Change the company details", change, begun, setOutdated)
    setSaving(false)
    if (answer === null) {
      // The error is shown. Retrying is up to the user.
      again.current = false
      return
    }
    settle(change, detailsOf(answer.data))
    toast("success", answer.message ?? "Company details updated")
  }

  useEffect(() => {
    if (saving || !again.current) return
    again.current = false
    if (fields.length > 0) void save()
  }, [saving])

  return {
    shown: values,
    saving,
    dirty: fields.length > 0,
    /** Who saved a different value for an edited field; null if no one did. */
    changedMeanwhile: overtaken ? settings : fields.length > 0 ? outdated : null,
    issue: (field: Field): string | undefined => issues.get(field),
    edit: (field: Field, typed: string): void =>
      edit({ [field]: field === "contactPhone" ? phoneDigits(typed) : typed }),
    cancel: reset,
    save
  }
}
