import { useState } from "react"
import { changeDetails, setSetting } from "#core/commands/settingsCommands.ts"
import { phoneDigits } from "#core/facilities/phone.ts"
import type { CompanyDetails, CompanySettings } from "#core/settings/CompanySettings.ts"
import { keptChange } from "#core/settings/settingsRules.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"

const detailsOf = (settings: CompanySettings): CompanyDetails => ({
  companyName: settings.companyName,
  contactName: settings.contactName,
  contactEmail: settings.contactEmail,
  contactPhone: settings.contactPhone,
  timeZone: settings.timeZoneChosen ? settings.timeZone : ""
})

const send = async (change: Partial<CompanyDetails>, was: Partial<CompanyDetails>) => {
  try {
    return await call(changeDetails(change, was))
  } finally {
    refresh(setSetting.touches)
  }
}

const picked = (
  details: Partial<CompanyDetails>,
  fields: ReadonlyArray<keyof CompanyDetails>
): Partial<CompanyDetails> =>
  Object.fromEntries(fields.flatMap((field) => (details[field] === undefined ? [] : [[field, details[field]]])))

/** Those of the fields in which two differ, as the first has them. */
const differing = (one: CompanyDetails, other: CompanyDetails): Partial<CompanyDetails> =>
  Object.fromEntries(
    (Object.keys(one) as ReadonlyArray<keyof CompanyDetails>)
      .filter((field) => one[field] !== other[field])
      .map((field) => [field, one[field]])
  )

/** The form of a company's name, contact and time zone. What nobody has edited here follows what is saved. */
export const useCompanyForm = (settings: CompanySettings) => {
  const saved = detailsOf(settings)
  const [edited, setEdited] = useState<Partial<CompanyDetails>>({})
  /** The edited fields as they were when their edit began. */
  const [begun, setBegun] = useState<Partial<CompanyDetails>>({})
  const [saving, setSaving] = useState(false)
  const shown = { ...saved, ...edited }
  const change = differing(shown, saved)
  const fields = Object.keys(change) as ReadonlyArray<keyof CompanyDetails>
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
    try {
      const { before, data, message = "Company details updated" } = await send(change, picked(begun, fields))
      rememberBatch("Change the company details", async () => {
        await send(picked(detailsOf(before), fields), picked(detailsOf(data), fields))
        toast("success", "Undone: Change the company details.")
      })
      drop()
      toast("success", message)
    } catch (error) {
      // The banner says so, once the settings are read again.
      if (!(error instanceof CallFailure && error.problem?._tag === "SettingsChangedMeanwhile")) tellFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    shown,
    saving,
    dirty: fields.length > 0,
    /** Somebody else has saved another value of a field that is edited here. */
    changedMeanwhile: fields.some((field) => begun[field] !== saved[field]),
    issue: (field: keyof CompanyDetails): string | undefined => issues.get(field),
    edit: (field: keyof CompanyDetails, text: string): void => {
      if (!(field in change)) setBegun((now) => ({ ...now, [field]: saved[field] }))
      setEdited((now) => ({ ...now, [field]: field === "contactPhone" ? phoneDigits(text) : text }))
    },
    cancel: drop,
    save
  }
}
