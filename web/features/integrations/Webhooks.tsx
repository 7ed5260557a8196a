import "./integrations.css"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { WebhookId } from "#core/base/ids.ts"
import {
  editWebhook,
  removeWebhook,
  replayDelivery,
  rotateSeenWebhook,
  testWebhook
} from "#core/commands/webhookCommands.ts"
import type { Webhook } from "#core/webhooks/Webhook.ts"
import { olderWebhookSecretEnds, webhookOldSecretHours } from "#core/webhooks/webhookRules.ts"
import { call } from "#web/app/calls.ts"
import { copyText } from "#web/app/copyText.ts"
import { failureText, tellFailure } from "#web/app/failures.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useKeptState } from "#web/app/useKeepInput.ts"
import { mayLoseTyped } from "#web/app/unsaved.ts"
import { run } from "#web/app/run.ts"
import { dateTime } from "#web/app/times.ts"
import { rememberDone } from "#web/app/takeBack.ts"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { aboutOne } from "./aboutOne.ts"
import { currentOfWebhook, freshWebhook } from "./freshOf.ts"
import { dropFreshSecret, keepFreshSecret, rotateOnce, stillRotating, useFreshSecrets } from "./freshSecret.ts"
import { WebhookCard } from "./WebhookCard.tsx"
import { WebhookForm } from "./WebhookForm.tsx"
import { webhooksQuery } from "#web/app/integrationQueries.ts"
import { useIncluded } from "./useIncluded.ts"

interface Asked {
  readonly what: "rotate" | "remove"
  readonly id: WebhookId
}

/** The company's webhooks, their messages, and the form. */
export const Webhooks = () => {
  const { data, error } = useQuery({ ...webhooksQuery(), enabled: useIncluded() })
  const { secrets, rotating } = useFreshSecrets()
  const [open, setOpen] = useState<WebhookId | null>(null)
  /** A copy from the start of the edit, so that the user's input survives if the webhook is removed in the meantime. */
  const [editing, setEditing] = useKeptState<Webhook>("changed webhook")
  const [asking, setAsking] = useState<Asked | null>(null)

  const doing = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      toast("success", done)
    } catch (failure) {
      tellFailure(failure)
    }
  }
  const agreed = async ({ what, id }: Asked): Promise<void> => {
    setAsking(null)
    // Close its message log, so that it isn't queried again.
    setOpen(null)
    if (what === "remove") {
      if (id === editing?.id) setEditing(null)
      return doing(async () => {
        await run(removeWebhook, { id })
        dropFreshSecret(`webhook ${id}`)
      }, "Webhook removed")
    }
    try {
      const done = await rotateOnce(`webhook ${id}`, async () => {
        const seen = data?.find((each) => each.id === id) ?? { id, oldSecretUntil: null }
        const { data: made } = await call(rotateSeenWebhook(seen))
        keepFreshSecret(`webhook ${id}`, freshWebhook(made))
      })
      toast(done ? "success" : "info", done ? "The webhook has a new secret" : stillRotating)
    } catch (failure) {
      tellFailure(failure)
    }
    refresh(["integrations", "audit"])
  }
  const secretOf = (webhook: Webhook): string | null =>
    currentOfWebhook(webhook, secrets.get(`webhook ${webhook.id}`) ?? null)?.secret ?? null
  const edit = async (id: WebhookId): Promise<void> => {
    if (id !== editing?.id && (await mayLoseTyped())) setEditing(data?.find((each) => each.id === id) ?? null)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "webhooks.test": aboutOne("webhooks.test", "id", (id) => {
        setOpen(id)
        void doing(() => run(testWebhook, { id }), "Test message queued")
      }),
      "webhooks.tail": aboutOne("webhooks.tail", "id", (id) => setOpen(open === id ? null : id)),
      "webhooks.change": aboutOne("webhooks.change", "id", (id) => void edit(id)),
      "webhooks.edit": aboutOne("webhooks.edit", "id", (id, { input }) => {
        const change = { ...input, id }
        void doing(async () => rememberDone(editWebhook, change, await run(editWebhook, change)), "Webhook saved")
      }),
      "webhooks.rotate": aboutOne("webhooks.rotate", "id", (id) =>
        rotating.has(`webhook ${id}`) ? toast("info", stillRotating) : setAsking({ what: "rotate", id })
      ),
      "webhooks.remove": aboutOne("webhooks.remove", "id", (id) => setAsking({ what: "remove", id })),
      "webhooks.replay": aboutOne(
        "webhooks.replay",
        "id",
        (id) => void doing(() => run(replayDelivery, { id }), "The message will be sent again")
      ),
      "webhooks.copySecret": (given) => {
        // The button passes the ID; the command declares no input.
        const { id } = (given.input ?? {}) as { readonly id?: WebhookId }
        const secret = secrets.get(`webhook ${id ?? 0}`)
        if (secret !== undefined) void copyText(secret.secret, "Copied to clipboard")
      },
      "webhooks.hideSecret": aboutOne("webhooks.hideSecret", "id", (id) => dropFreshSecret(`webhook ${id}`))
    }
  })
  if (data === undefined) return error === null ? <LateLoading /> : <p role="alert">{failureText(error)}</p>
  const urlOf = (id: WebhookId): string => data.find((each) => each.id === id)?.url ?? `webhook ${id}`
  const older = data.find(({ id }) => id === asking?.id)?.oldSecretUntil ?? null
  const kept = data.find(({ id }) => id === editing?.id) ?? editing
  return (
    <>
      {data.length === 0 ? <p className="muted">No webhooks yet. Add one below.</p> : null}
      {data.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          webhook={webhook}
          secret={secretOf(webhook)}
          rotating={rotating.has(`webhook ${webhook.id}`)}
          open={open === webhook.id}
        />
      ))}
      <WebhookForm key={kept?.id ?? "new"} kept={kept} onSaved={() => setEditing(null)} />
      {asking === null ? null : (
        <ConfirmDialog
          title={asking.what === "remove" ? `Remove ${urlOf(asking.id)}?` : `Rotate the secret of ${urlOf(asking.id)}?`}
          onYes={() => void agreed(asking)}
          onNo={() => setAsking(null)}
        >
          <p>
            {asking.what === "remove"
              ? "Its messages are deleted, and no more are sent."
              : `Messages are signed with both secrets for ${webhookOldSecretHours} hours.`}
          </p>
          {asking.what === "rotate" && older !== null ? <p>{olderWebhookSecretEnds(dateTime(older))}</p> : null}
        </ConfirmDialog>
      )}
    </>
  )
}
