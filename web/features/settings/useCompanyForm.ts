import { useState } from "react"
import { phoneDigits } from "#core/facilities/phone.ts"
import type { CompanyDetails, CompanySettings } from "#core/settings/CompanySettings.ts"
import {
  changeTo,
  differingFields,
  fieldsChangedSince,
  keptChange,
  pickedFields
} from "#core/settings/settingsRules.ts"
import { toast } from "#web/app/notices.ts"
import { saveSettings } from "./saveSettings.ts"

const detailsOf = (settings: CompanySettings): CompanyDetails => {
  const { companyName, contactName, contactEmail, contactPhone, timeZone } = changeTo(settings)
  return { companyName, contactName, contactEmail, contactPhone, timeZone }
}

/** The form of a company's name, contact and time zone. What nobody has edited here follows what is saved. */
export const useCompanyForm = (settings: CompanySettings) => {
  const saved = detailsOf(settings)
  const [edited, setEdited] = useState<Partial<CompanyDetails>>({})
  /** The edited fields as they were when their edit began. */
  const [begun, setBegun] = useState<Partial<CompanyDetails>>({})
  const [saving, setSaving] = useState(false)
  const shown = { ...saved, ...edited }
  const fields = differingFields(shown, saved)
  const change = pickedFields(shown, fields)
  const drop = (): void => {
    setEdited({})
    setBegun({})
  }
  const kept = keptChange(change)
  const issues = new Map("issues" in kept ? kept.issues.map(({ path, message }) => [path, message]) : [])

  const save = async (): Promise<void> => {
    const [first] = issues.values()
    if (first !== undefined) return toast("error", first)
    setSaving(true)
    const answer = await saveSettings("Change the company details", change, pickedFields(begun, fields))
    setSaving(false)
    if (answer === null) return
    drop()
    toast("success", answer.message ?? "Company details updated")
  }

  return {
    shown,
    saving,
    dirty: fields.length > 0,
    /** Somebody else has saved another value of a field that is edited here. */
    changedMeanwhile: fieldsChangedSince(changeTo(settings), change, begun).length > 0,
    issue: (field: keyof CompanyDetails): string | undefined => issues.get(field),
    edit: (field: keyof CompanyDetails, text: string): void => {
      if (!(field in change)) setBegun((now) => ({ ...now, [field]: saved[field] }))
      setEdited((now) => ({ ...now, [field]: field === "contactPhone" ? phoneDigits(text) : text }))
    },
    cancel: drop,
    save
  }
}
