import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Release, releaseKinds, releases } from "#core/automations/releaseActions.ts"
import type { AutomationProfile } from "#core/automations/AutomationProfile.ts"
import { setRelease } from "#core/commands/automationCommands.ts"
import type { LockStatusId } from "#core/locks/lockStatuses.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { call } from "#web/app/calls.ts"
import { tellFailure } from "#web/app/failures.ts"
import { note, toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useFieldEdits } from "#web/app/useFieldEdits.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { automationQuery } from "./automationQuery.ts"

type Statuses = Readonly<Record<Release, LockStatusId>>

const statusesOf = (profile: AutomationProfile): Statuses =>
  Object.fromEntries(releaseKinds.map((release) => [release, profile[releases[release].field]])) as Statuses

/** The form of the automatic status changes. Fields the user hasn't changed follow the saved values. */
export const useAutoLock = (saved: AutomationProfile) => {
  const client = useQueryClient()
  const { values, fields, begun, overtaken, edit, settle, reset } = useFieldEdits(statusesOf(saved), "statuses")
  const [saving, setSaving] = useState(false)
  const [outdated, setOutdated] = useRefusal<AutomationProfile, true>(saved)

  /** Sends only the changes, one call each (002 §7). Saved ones stay saved if a later call fails. */
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      for (const release of fields) {
        const status = values[release]
        const { data } = await call(setRelease(release, status, begun[release]))
        client.setQueryData(automationQuery().queryKey, data)
        settle({ [release]: status }, statusesOf(data))
      }
      toast("success", "Successfully updated")
    } catch (error) {
      if (error instanceof CallFailure && error.problem?._tag === "SettingsChangedMeanwhile") return setOutdated(true)
      // No toast (002 §8); the notification list explains why the form still has unsaved changes.
      tellFailure(error, (kind, text, next) => note(kind, `Your automatic status changes weren't saved. ${text}`, next))
    } finally {
      setSaving(false)
      refresh(["automations", "audit"])
    }
  }

  return {
    chosen: (release: Release): LockStatusId => values[release],
    dirty: fields.length > 0,
    /** Someone else saved a different value for a field with an unsaved change. */
    changedMeanwhile: overtaken || (fields.length > 0 && outdated === true),
    saving,
    choose: (release: Release, status: LockStatusId): void => edit({ [release]: status }),
    cancel: reset,
    save
  }
}
