import { useState } from "react"
import { addWebhook, editWebhook } from "#core/commands/webhookCommands.ts"
import type { Webhook } from "#core/webhooks/Webhook.ts"
import { webhookChanged } from "#core/webhooks/WebhookErrors.ts"
import { webhookEvents, type WebhookEventType } from "#core/webhooks/webhookEvents.ts"
import { webhookIssues } from "#core/webhooks/webhookRules.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { rememberDone } from "#web/app/takeBack.ts"
import { savingWords, tellNotYet } from "#web/app/tellNotYet.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { ScanSafeField } from "#web/ui/ScanSafeField.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { FieldGroup } from "./FieldGroup.tsx"
import { freshWebhook } from "./freshOf.ts"
import { keepFreshSecret } from "./freshSecret.ts"
import { useEdits } from "#web/app/useEdits.ts"
import { errorsByField, type FieldErrors } from "#web/app/useFieldErrors.ts"
import { useFocusWrong } from "#web/app/useFocusWrong.ts"

interface WebhookFormProps {
  /** The webhook being edited; null adds one. */
  readonly kept: Webhook | null
  /** Called when it was saved or the edit was canceled. */
  readonly onSaved: () => void
}

interface WebhookValues {
  readonly url: string
  readonly events: ReadonlyArray<WebhookEventType>
}

const valuesOf = (kept: Webhook | null): WebhookValues => ({ url: kept?.url ?? "", events: kept?.events ?? [] })

const same = (one: WebhookValues, other: WebhookValues): boolean =>
  one.url === other.url && one.events.join() === other.events.join()

/** URL and events of a webhook. */
export const WebhookForm = ({ kept, onSaved }: WebhookFormProps) => {
  const may = useAvailability(kept === null ? "webhooks.add" : "webhooks.edit")
  const edits = useEdits(kept, valuesOf, same, `webhook ${kept?.id ?? ""}`)
  const { base, dirty, changedMeanwhile } = edits
  const { url, events } = edits.values
  const [issues, setIssues] = useState<FieldErrors>({})
  const form = useFocusWrong(issues)
  const [saving, attempt] = useAttempt()
  const change: typeof edits.change = (more) => {
    edits.change(more)
    setIssues({})
  }

  const save = async (): Promise<void> => {
    const wrong = webhookIssues({ url, events })
    if (wrong.length > 0) return setIssues(errorsByField(wrong))
    await attempt(
      async () => {
        if (base === null) {
          const { data } = await run(addWebhook, { url, events: events.join(",") })
          keepFreshSecret(`webhook ${data.id}`, freshWebhook(data))
          edits.reset()
          onSaved()
        } else {
          const input = { id: base.id, url, events: events.join(","), ifVersion: base.version }
          rememberDone(editWebhook, input, await run(editWebhook, input))
          onSaved()
        }
        toast("success", "Webhook saved")
      },
      ({ problem, words }) => {
        if (problem?._tag === "WebhookUrlTaken") setIssues({ url: words.error })
        else if (problem?._tag === "WebhookRefused") setIssues(errorsByField(problem.data.issues))
        else if (problem?._tag === "WebhookChangedMeanwhile") edits.refused(problem.data)
        else return false
        return true
      }
    )
  }
  const notYet = may.allowed ? (saving ? savingWords : dirty ? null : "No changes to save.") : may.words.error
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => (notYet === null ? void save() : tellNotYet(notYet)),
      ...(kept === null ? {} : { "webhooks.cancel": onSaved }),
      ...(changedMeanwhile === null ? {} : { "webhooks.takeTheirs": edits.reset })
    }
  })
  return (
    <>
      <LeaveGuard dirty={dirty} />
      <CommandForm
        ref={form}
        className="card key-form"
        noValidate
        aria-label={kept === null ? "New webhook" : `Webhook ${kept.id}`}
      >
        <h2>{kept === null ? "Add a webhook" : `Edit webhook ${kept.id}`}</h2>
        {changedMeanwhile === null ? null : (
          <ChangedMeanwhile happened={webhookChanged(changedMeanwhile).error} command="webhooks.takeTheirs" />
        )}
        <SentFields sending={saving} className="key-parts">
          <ScanSafeField
            label="URL"
            type="url"
            placeholder="https://"
            value={url}
            disabled={!may.allowed}
            onText={(text) => change({ url: text })}
            issue={issues["url"]}
          />
          <FieldGroup legend="Events" issue={issues["events"]}>
            {webhookEvents.map(({ type, label }) => (
              <label key={type} className="key-check">
                <input
                  type="checkbox"
                  checked={events.includes(type)}
                  disabled={!may.allowed}
                  onChange={({ target }) =>
                    change({ events: target.checked ? [...events, type] : events.filter((each) => each !== type) })
                  }
                />
                {label}
              </label>
            ))}
          </FieldGroup>
        </SentFields>
        <p className="key-do">
          {kept === null ? null : <CommandButton command="webhooks.cancel" />}
          <CommandButton command="form.submit" look="primary" submit notYet={notYet}>
            {kept === null ? "Add Webhook" : "Save Changes"}
          </CommandButton>
        </p>
      </CommandForm>
    </>
  )
}
