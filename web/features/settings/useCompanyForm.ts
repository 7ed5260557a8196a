import { useEffect, useRef, useState } from "react"
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
import type { ChangedBy } from "#web/app/useEdits.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { saveSettings } from "./saveSettings.ts"

const detailsOf = (settings: CompanySettings): CompanyDetails => {
  const { companyName, contactName, contactEmail, contactPhone, timeZone } = changeTo(settings)
  return { companyName, contactName, contactEmail, contactPhone, timeZone }
}

type Field = keyof CompanyDetails

/** The text of each edited field, and its value when the edit began. */
type Edits = { readonly [F in Field]?: { readonly text: CompanyDetails[F]; readonly begun: CompanyDetails[F] } }

const partsOf = (edits: Edits, part: "text" | "begun"): Partial<CompanyDetails> =>
  Object.fromEntries(Object.entries(edits).map(([field, edit]) => [field, edit[part]]))

/** The form of a company's name, contact and time zone. Fields the user hasn't edited follow the saved values. */
export const useCompanyForm = (settings: CompanySettings) => {
  const saved = detailsOf(settings)
  const [edits, setEdits] = useState<Edits>({})
  const [saving, setSaving] = useState(false)
  const [outdated, setOutdated] = useRefusal<CompanySettings, ChangedBy>(settings)
  /** The user saved again during a save, so send the newer edits next. */
  const again = useRef(false)
  const begun = partsOf(edits, "begun")
  const shown = { ...saved, ...partsOf(edits, "text") }
  const fields = differingFields(shown, saved)
  const change = pickedFields(shown, fields)
  const kept = keptChange(change)
  const issues = new Map("issues" in kept ? kept.issues.map(({ path, message }) => [path, message]) : [])

  /** Fields just sent follow the saved values again; later edits stay. */
  const settle = (sent: Partial<CompanyDetails>, now: CompanyDetails): void =>
    setEdits((before) =>
      Object.fromEntries(
        Object.entries(before)
          .filter(([field, { text }]) => text !== sent[field as Field])
          .map(([field, { text }]) => [field, { text, begun: now[field as Field] }])
      )
    )

  const save = async (): Promise<void> => {
    again.current = saving
    if (saving) return
    const [first] = issues.values()
    if (first !== undefined) return toast("error", first)
    setSaving(true)
    const answer = await saveSettings("Change the company details", change, pickedFields(begun, fields), setOutdated)
    setSaving(false)
    if (answer === null) {
      // The error is shown. Retrying is up to the user.
      again.current = false
      return
    }
    settle(change, detailsOf(answer.data))
    toast("success", answer.message ?? "Company details updated")
  }

  // An edit whose response was lost is saved now, and must not come back when it is undone.
  useEffect(
    () =>
      setEdits((now) =>
        Object.fromEntries(Object.entries(now).filter(([field, { text }]) => text !== saved[field as Field]))
      ),
    [settings]
  )

  useEffect(() => {
    if (saving || !again.current) return
    again.current = false
    if (fields.length > 0) void save()
  }, [saving])

  return {
    shown,
    saving,
    dirty: fields.length > 0,
    /** Who saved a different value for an edited field; null if no one did. */
    changedMeanwhile:
      fieldsChangedSince(changeTo(settings), change, begun).length > 0 ? settings : fields.length > 0 ? outdated : null,
    issue: (field: Field): string | undefined => issues.get(field),
    edit: (field: Field, typed: string): void => {
      const text = field === "contactPhone" ? phoneDigits(typed) : typed
      setEdits((now) => ({
        ...now,
        [field]: { text, begun: (field in change ? now[field]?.begun : undefined) ?? saved[field] }
      }))
    },
    cancel: () => setEdits({}),
    save
  }
}
