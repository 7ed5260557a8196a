import { useState } from "react"
import { setSetting } from "#core/commands/settingsCommands.ts"
import type { CompanySettings } from "#core/settings/CompanySettings.ts"
import {
  minute,
  readTimeout,
  shownTimeout,
  timeoutText,
  TimeoutUnit,
  type TimeoutUnitId,
  tooLong
} from "#core/settings/timeouts.ts"
import { tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { rememberDone } from "#web/app/takeBack.ts"

/** Which of the two timeouts. */
export type TimeoutKind = "web" | "mobile"

const savedMinutes = (kind: TimeoutKind, settings: CompanySettings): number =>
  kind === "web" ? settings.clientTimeout / minute : settings.mobileTimeout

interface Draft {
  readonly value: string
  readonly unit: TimeoutUnitId | null
}

/** The form of a timeout. What nobody has edited here follows what is saved. */
export const useTimeout = (kind: TimeoutKind, settings: CompanySettings) => {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [asking, setAsking] = useState(false)
  const [saving, setSaving] = useState(false)
  const { value, unit }: Draft = draft ?? shownTimeout(savedMinutes(kind, settings))
  const text = unit === null ? value : timeoutText({ value: value.trim(), unit })

  /** Asks whether to save, or says why it cannot be saved. */
  const submit = (): void => {
    const read = readTimeout(value, unit)
    if ("wrong" in read) toast("error", read.wrong)
    else setAsking(true)
  }

  const save = async (): Promise<void> => {
    setAsking(false)
    setSaving(true)
    try {
      const input = { setting: `${kind}-timeout`, value: text } as const
      rememberDone(setSetting, input, await run(setSetting, input))
      toast("success", `Updated ${kind === "web" ? "Web" : "Mobile App"} Timeout To ${text}`)
      setDraft(null)
    } catch (error) {
      tellFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    value,
    unit,
    text,
    asking,
    saving,
    dirty: draft !== null,
    issue: tooLong(value, unit, kind === "web" ? "client" : "mobile") ?? undefined,
    choose: (next: Partial<Draft>): void => setDraft({ value, unit, ...next }),
    chooseUnit: (id: number): void => setDraft({ value, unit: TimeoutUnit.isId(id) ? id : null }),
    submit,
    save,
    stop: (): void => setAsking(false)
  }
}
