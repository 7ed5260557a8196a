import { Effect, Result, Schema } from "effect"
import { isProblemOf } from "#core/api/problem.ts"
import { asDryRun } from "#core/auth/DryRun.ts"
import { countOf } from "#core/base/countOf.ts"
import { DayOrInstant } from "#core/base/DayOrInstant.ts"
import { WebhookId } from "#core/base/ids.ts"
import { mostNewest } from "#core/base/paging.ts"
import { runOf } from "#core/commands/runOf.ts"
import { replayDelivery, tailWebhook } from "#core/commands/webhookCommands.ts"
import { type Delivery, DeliveryId } from "#core/webhooks/Webhook.ts"
import type { Call } from "#cli/Call.ts"
import { dryRunWords } from "#cli/commands/dryRun.ts"
import { callVerb, verbOf } from "#cli/commands/Verb.ts"
import { exitCodes } from "#cli/exitCodes.ts"
import { readInput } from "#cli/input/readInput.ts"
import { usageFailure } from "#cli/output/Failure.ts"
import { show, shownList, shownRecord } from "#cli/output/shown.ts"
import { mustBeAllowed } from "#cli/session.ts"
import { deliveryColumns } from "./webhookColumns.ts"

const single = callVerb(replayDelivery, ({ data }) => shownRecord(data, deliveryColumns))

const messages = {
  ...replayDelivery.input.id,
  schema: Schema.String.check(
    Schema.isPattern(/^\d{1,9}([\s,]+\d{1,9})*$/, { message: "Expected numbers of messages." })
  ),
  description: "The numbers of messages",
  many: true
} as const

const options = {
  id: { ...messages, optional: true },
  failed: {
    schema: WebhookId,
    label: "Failed",
    description: "Every failed message of this webhook, by its number or URL",
    picks: "webhook",
    optional: true
  },
  since: {
    schema: DayOrInstant,
    label: "Since",
    description: "Of the failed messages, only those since this day or time, as 2027-12-31",
    optional: true
  }
} as const

/** The start of a day on this machine, or an instant, in milliseconds. */
const millisOf = (since: string | undefined): number =>
  since === undefined ? 0 : Date.parse(since.includes("T") ? since : `${since}T00:00:00`)

/** The failed messages of a webhook, oldest first. */
const failedOf = Effect.fnUntraced(function* (id: WebhookId, since: number) {
  const failed: Array<DeliveryId> = []
  let from: DeliveryId | undefined
  for (;;) {
    const page = { id, limit: mostNewest, ...(from === undefined ? {} : { from }) }
    const { data } = yield* runOf(tailWebhook)(page)
    const recent = data.filter(({ createdOn }) => Date.parse(createdOn) >= since)
    failed.push(...recent.filter(({ state }) => state === "failed").map(({ deliveryID }) => deliveryID))
    from = data.at(-1)?.deliveryID
    if (data.length < mostNewest || recent.length < data.length) return failed.toReversed()
  }
})

/** Sends messages again, one after another. Those that don't exist any more are reported, and the others are sent. */
const replayAll = Effect.fnUntraced(function* (call: Call, ids: ReadonlyArray<DeliveryId>) {
  const { terminal, flags } = call
  const sent: Array<Delivery> = []
  for (const id of ids) {
    const request = runOf(replayDelivery)({ id })
    const result = yield* Effect.result(flags.dryRun === true ? asDryRun(request) : request)
    if (Result.isSuccess(result)) sent.push(result.success.data)
    else if (ids.length > 1 && isProblemOf("DeliveryNotFound")(result.failure)) {
      terminal.talk(`Message ${id} was not found.`)
    } else {
      if (sent.length > 0) terminal.talk(`${countOf(sent.length, "message")} of ${ids.length} will be sent again.`)
      return yield* Effect.fail(result.failure)
    }
  }
  if (flags.dryRun === true) terminal.talk(dryRunWords)
  yield* show(terminal, shownList("failed messages", sent, deliveryColumns))
  return sent.length === ids.length ? exitCodes.done : sent.length > 0 ? exitCodes.partly : exitCodes.notFound
})

/** Sends one message again, several, or all failed ones of a webhook. */
export const verb = verbOf(replayDelivery, {
  options,
  run: Effect.fnUntraced(function* (call: Call) {
    const { failed: failedField, since: sinceField } = options
    const { failed, since } = yield* readInput(call, { failed: failedField, since: sinceField })
    if (failed !== undefined && call.given["id"] !== undefined) {
      return yield* Effect.fail(
        usageFailure("Use message numbers or --failed, not both.", "Remove one of them.", { field: "failed" })
      )
    }
    if (failed === undefined && since !== undefined) {
      return yield* Effect.fail(usageFailure("--since needs --failed.", "Add --failed WEBHOOK.", { field: "since" }))
    }
    if (failed !== undefined) {
      yield* mustBeAllowed(replayDelivery)
      return yield* replayAll(call, yield* failedOf(failed, millisOf(since)))
    }
    const ids = (yield* readInput(call, { id: messages })).id.split(/[\s,]+/).map((id) => DeliveryId.make(Number(id)))
    if (ids.length === 1) return yield* single.run(call)
    yield* mustBeAllowed(replayDelivery)
    return yield* replayAll(call, ids)
  })
})
