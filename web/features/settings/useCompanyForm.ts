import { useState } from "react"
import { changeSetting, setSetting } from "#core/commands/settingsCommands.ts"
import { phoneDigits } from "#core/facilities/phone.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import { keptChange } from "#core/settings/settingsRules.ts"
import { call } from "#web/app/calls.ts"
import { rememberBatch } from "#web/app/changesMade.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"

/** The fields of the form. An empty time zone is that of the first facility. */
export type CompanyDetails = Pick<
  CompanySettings,
  "companyName" | "contactName" | "contactEmail" | "contactPhone" | "timeZone"
>

const detailsOf = (settings: CompanySettings): CompanyDetails => ({
  companyName: settings.companyName,
  contactName: settings.contactName,
  contactEmail: settings.contactEmail,
  contactPhone: settings.contactPhone,
  timeZone: settings.timeZoneChosen ? settings.timeZone : ""
})

const send = async (change: Partial<CompanyDetails>) => {
  try {
    return await call(changeSetting(change))
  } finally {
    refresh(setSetting.touches)
  }
}

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
  const [saving, setSaving] = useState(false)
  const shown = { ...saved, ...edited }
  const change = differing(shown, saved)
  const kept = keptChange(change)
  const issues = new Map("issues" in kept ? kept.issues.map(({ path, message }) => [path, message]) : [])

  const save = async (): Promise<void> => {
    const [first] = issues.values()
    if (first !== undefined) return toast("error", first)
    setSaving(true)
    try {
      const { before, message = "Company details updated" } = await send(change)
      const old = detailsOf(before)
      rememberBatch("Change the company details", async () => {
        const back = Object.keys(change).map((field) => [field, old[field as keyof CompanyDetails]])
        await send(Object.fromEntries(back) as Partial<CompanyDetails>)
        toast("success", "Undone: Change the company details.")
      })
      setEdited({})
      toast("success", message)
    } catch (error) {
      tellFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    shown,
    saving,
    dirty: Object.keys(change).length > 0,
    issue: (field: keyof CompanyDetails): string | undefined => issues.get(field),
    edit: (field: keyof CompanyDetails, text: string): void =>
      setEdited((now) => ({ ...now, [field]: field === "contactPhone" ? phoneDigits(text) : text })),
    cancel: (): void => setEdited({}),
    save
  }
}
