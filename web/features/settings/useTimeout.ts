import { useEffect, useState } from "react"
import type { CompanySettings, SettingsChange } from "#core/settings/CompanySettings.ts"
import {
  clampedTimeout,
  minute,
  readTimeout,
  shownTimeout,
  TimeoutUnit,
  type TimeoutUnitId,
  tooLong,
  typedTimeout
} from "#core/settings/timeouts.ts"
import { toast } from "#web/app/notices.ts"
import type { ChangedBy } from "#web/app/useEdits.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { saveSettings } from "./saveSettings.ts"

/** Which of the two timeouts. */
export type TimeoutKind = "web" | "mobile"

const savedMinutes = (kind: TimeoutKind, settings: CompanySettings): number =>
  kind === "web" ? settings.clientTimeout / minute : settings.mobileTimeout

const changeOf = (kind: TimeoutKind, minutes: number): SettingsChange =>
  kind === "web" ? { clientTimeout: minutes * minute } : { mobileTimeout: minutes }

interface Draft {
  readonly value: string
  readonly unit: TimeoutUnitId | null
  /** The saved minutes when the edit began. */
  readonly begun: number
}

/** The form of a timeout. It follows the saved value unless edited. */
export const useTimeout = (kind: TimeoutKind, settings: CompanySettings) => {
  const [draft, setDraft] = useKeptState<Draft>(`${kind} timeout`)
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const [outdated, setOutdated] = useRefusal<CompanySettings, ChangedBy>(settings)
  /** Why it couldn't be saved, until the next edit. */
  const [wrong, setWrong] = useState<string | null>(null)
  const saved = savedMinutes(kind, settings)
  const { value, unit, begun }: Draft = draft ?? { ...shownTimeout(saved), begun: saved }
  const text = unit === null ? value : typedTimeout(value, unit)

  const read = readTimeout(value, unit)
  const minutes = "wrong" in read ? null : read.minutes

  // A timeout whose response was lost is saved now, and must not come back when it is undone.
  useEffect(() => {
    if (minutes === saved) setDraft(null)
  }, [saved])

  const edit = (change: Partial<Draft>): void => {
    setWrong(null)
    setDraft({ value, unit, begun, ...change })
  }

  /** Clamps the typed number. */
  const leave = (): void => {
    if (draft !== null) setDraft({ ...draft, value: clampedTimeout(draft.value) })
  }

  /** Asks for confirmation, or shows why it can't be saved. */
  const submit = (): void => {
    const asked = readTimeout(clampedTimeout(value), unit)
    leave()
    if (!("wrong" in asked)) return setAsking(true)
    setWrong(asked.wrong)
    toast("error", asked.wrong)
  }

  const save = async (): Promise<void> => {
    setAsking(false)
    if (minutes === null) return
    setSaving(true)
    const name = kind === "web" ? "Web" : "Mobile App"
    const was = changeOf(kind, begun)
    const answer = await saveSettings(`Change the ${name} timeout`, changeOf(kind, minutes), was, setOutdated)
    setSaving(false)
    if (answer === null) return
    toast("success", `Updated ${name} Timeout To ${text}`)
    setDraft(null)
  }

  return {
    value,
    unit,
    text,
    asking,
    saving,
    dirty: draft !== null,
    issue:
      tooLong(value, unit, kind === "web" ? "client" : "mobile") ?? (unit === null ? undefined : (wrong ?? undefined)),
    unitIssue: unit === null ? (wrong ?? undefined) : undefined,
    /** Who saved a different timeout since the edit began; null if no one did. */
    changedMeanwhile: begun !== saved && minutes !== saved ? settings : draft === null ? null : outdated,
    type: (typed: string): void => edit({ value: typed }),
    leave,
    chooseUnit: (id: number): void => edit({ unit: TimeoutUnit.isId(id) ? id : null }),
    takeTheirs: (): void => {
      setWrong(null)
      setDraft(null)
    },
    submit,
    save,
    stop: (): void => setAsking(false)
  }
}
