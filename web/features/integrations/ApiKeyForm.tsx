import { FieldGroup } from "./FieldGroup.tsx"
import "./integrations.css"
import { fieldLabels } from "#core/base/fieldLabels.ts"
import { usePrefetchQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { ApiKey } from "#core/apikeys/ApiKey.ts"
import { apiKeyChanged } from "#core/apikeys/ApiKeyErrors.ts"
import { apiKeyIssues, maxKeyName } from "#core/apikeys/apiKeyRules.ts"
import { addApiKey, editApiKey, updateApiKey } from "#core/commands/apiKeyCommands.ts"
import { apiKeyPath, apiKeysPath } from "#core/navigation/apiKeyPath.ts"
import { call } from "#web/app/calls.ts"
import { now } from "#web/app/clock.ts"
import { toast } from "#web/app/notices.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { refresh } from "#web/app/refresh.ts"
import { rememberDone } from "#web/app/takeBack.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { ChosenFacilities } from "#web/ui/ChosenFacilities.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { freshKey } from "./freshOf.ts"
import { keepFreshSecret } from "./freshSecret.ts"
import { KeyAreas } from "./KeyAreas.tsx"
import { keyPayload, keyValues, sameKey } from "./keyValues.ts"
import { useEdits } from "#web/app/useEdits.ts"
import { errorsByField, type FieldErrors } from "#web/app/useFieldErrors.ts"
import { useFocusWrong } from "#web/app/useFocusWrong.ts"

/** The form of an API key; null creates one (002 §2). */
export const ApiKeyForm = ({ kept }: { readonly kept: ApiKey | null }) => {
  const navigate = useNavigate()
  const may = useAvailability(kept === null ? "apiKeys.create" : "apiKeys.edit")
  const edits = useEdits(kept, keyValues, sameKey, "API key")
  const { base, values, dirty } = edits
  const [issues, setIssues] = useState<FieldErrors>({})
  const form = useFocusWrong(issues)
  const [saving, attempt] = useAttempt()
  const [goTo, setGoTo] = useState<string | null>(null)
  // The names are here by the time the user chooses facilities.
  usePrefetchQuery(facilitiesQuery())
  const closed = kept?.revokedOn != null ? "A revoked key can't be changed." : may.allowed ? null : may.words.error
  useEffect(() => {
    if (goTo !== null) void navigate({ href: goTo })
  }, [goTo, navigate])

  const change: typeof edits.change = (more) => {
    edits.change(more)
    setIssues({})
  }
  const save = async (): Promise<void> => {
    const payload = keyPayload(values, base)
    // Only the server knows when the last day ends in the company's time zone.
    const wrong = apiKeyIssues({ ...payload, expiresOn: null }, now(), base)
    if (wrong.length > 0) return setIssues(errorsByField(wrong))
    await attempt(
      async () => {
        if (base === null) {
          const { data } = await call(addApiKey({ id: 0, key: "", secret: "", ...payload }))
          // Show the new secret with the key at once; this user has just created it.
          keepFreshSecret(`apiKey ${data.id}`, freshKey(data))
          setGoTo(apiKeyPath(data.id))
        } else {
          const { id, version } = base
          rememberDone(editApiKey, { id }, await call(updateApiKey({ id, ...payload, version })))
          setGoTo(apiKeysPath)
        }
        toast("success", "API key saved")
      },
      ({ problem, words }) => {
        if (problem?._tag === "ApiKeyNameTaken") setIssues({ name: words.error })
        else if (problem?._tag === "ApiKeyRefused") setIssues(errorsByField(problem.data.issues))
        else if (problem?._tag === "ApiKeyChangedMeanwhile") edits.refused(problem.data)
        else return false
        return true
      }
    )
    refresh(["integrations", "audit"])
  }
  const sending = saving || goTo !== null
  const nothing = kept !== null && !dirty ? "No changes to save." : null
  const notYet = closed ?? (sending ? savingWords : nothing)
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => (notYet === null ? void save() : tellNotYet(notYet)),
      "apiKeys.cancel": () => {
        edits.reset()
        setIssues({})
      },
      ...(edits.changedMeanwhile === null ? {} : { "apiKeys.takeTheirs": edits.reset })
    }
  })
  const disabled = closed !== null
  const check = (name: "allFacilities" | "isActive" | "mayReveal", label: string) => (
    <label className="key-check">
      <input
        type="checkbox"
        checked={values[name]}
        disabled={disabled}
        onChange={({ target }) => change({ [name]: target.checked })}
      />
      {label}
    </label>
  )
  return (
    <>
      <LeaveGuard dirty={dirty && goTo === null} />
      <CommandForm
        ref={form}
        adds={kept === null}
        className="card key-form"
        noValidate
        aria-label={kept === null ? "New API key" : kept.name}
      >
        {closed === null ? null : <p role="note">{closed}</p>}
        {edits.changedMeanwhile === null ? null : (
          <ChangedMeanwhile happened={apiKeyChanged(edits.changedMeanwhile).error} command="apiKeys.takeTheirs" />
        )}
        <SentFields sending={sending} className="key-parts">
          <div className="key-fields">
            <ScanSafeField
              label="Name"
              value={values.name}
              maxLength={maxKeyName}
              disabled={disabled}
              onText={(name) => change({ name })}
              issue={issues["name"]}
            />
            <TextField
              label={`${fieldLabels.expiresOn} (optional)`}
              type="date"
              value={values.lastDay}
              disabled={disabled}
              onText={(lastDay) => change({ lastDay })}
              issue={issues["expiresOn"]}
            />
          </div>
          <FieldGroup legend="Facilities" issue={issues["facilityIds"]}>
            {check("allFacilities", "All facilities, including new ones")}
            {values.allFacilities ? null : (
              <ChosenFacilities
                label="Facilities of the key"
                chosen={values.facilityIds}
                inactive
                disabled={disabled}
                onChoose={(facilityIds) => change({ facilityIds })}
              />
            )}
          </FieldGroup>
          <FieldGroup legend="Access" issue={issues["areas"]}>
            <p className="muted">What programs using this key can do, at facilities included in the API.</p>
            <KeyAreas areas={values.areas} disabled={disabled} onChange={(areas) => change({ areas })} />
            {check("mayReveal", fieldLabels.mayReveal)}
          </FieldGroup>
          {check("isActive", "Active")}
        </SentFields>
        <p className="key-do">
          <span role="status" className="muted">
            {sending ? savingWords : ""}
          </span>
          <CommandButton command="apiKeys.cancel" notYet={dirty ? null : "No changes to discard."} />
          <CommandButton command="form.submit" look="primary" submit notYet={notYet}>
            {kept === null ? "Create API Key" : "Save Changes"}
          </CommandButton>
        </p>
      </CommandForm>
    </>
  )
}
