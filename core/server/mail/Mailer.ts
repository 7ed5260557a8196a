import { randomUUID } from "node:crypto"
import { DryRun } from "#core/auth/DryRun.ts"
import { Context, Deferred, Effect, Latch, Layer, Queue, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { MailId } from "#core/mail/Mail.ts"
import { logged } from "../db/backgroundWork.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { claimDue, type Claimed, type Delivery, linkEnded, record } from "./mailQueue.ts"
import type { Message } from "./Message.ts"
import { Outbox } from "./Outbox.ts"
import { openAttachment, openLink, openMessage } from "./sealedMessage.ts"
import { connections, smtpCarrier } from "./smtpCarrier.ts"
import type { SmtpSettings } from "./smtpSettings.ts"

/** Said instead of "sent" without a mail provider: the message waits in the outbox for someone who passes it on. */
export const noEmail = "This server sends no email."

/** The mail provider. A message that can't even be stored is a defect, which the sender handles. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Whether a mail provider is set up. Without one, messages stay in the outbox. */
    readonly hasProvider: boolean
    /** Stores a message to be sent. */
    readonly send: (message: Message) => Effect.Effect<void>
    /** Stores a message and waits briefly for the provider's response. */
    readonly deliver: (message: Message) => Effect.Effect<Delivery>
    /** Opened when this process gives up a message. */
    readonly gaveUp: Latch.Latch
  }
>()("lockdesk/server/Mailer") {
  /** Puts messages into the local outbox, where an administrator can read and pass them on (DECISIONS, The rest). */
  static readonly layerOutbox = Layer.effect(
    Mailer,
    Effect.map(Effect.all([Outbox, Latch.make()]), ([{ add }, gaveUp]) =>
      Mailer.of({
        hasProvider: false,
        gaveUp,
        send: (message) => Effect.asVoid(add(message, null)),
        deliver: (message) => Effect.as(add(message, null), "sent" as const)
      })
    )
  )

  /**
   * Sends messages by SMTP, with the outbox as its queue: each is stored first, then sent by any server process, with retries
   * until the provider accepts or refuses it. Only one process holds a message at a time. If a process is killed between
   * sending and storing that, the message is sent again with the same Message-ID after its lease expires.
   */
  static readonly layerSmtp = (settings: SmtpSettings) =>
    Layer.effect(
      Mailer,
      Effect.gen(function* () {
        const { times, domain } = settings
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* Outbox
        const keyring = yield* Keyring
        const carry = yield* smtpCarrier(settings)
        const runner = randomUUID()
        const wakes = yield* Queue.sliding<void>(connections)
        const awaited = new Map<MailId, Deferred.Deferred<Delivery>>()
        const gaveUp = yield* Latch.make()

        const attempt = Effect.fnUntraced(function* (mail: Claimed) {
          const { mail_id: mailID, recipient: to, subject, message_id: messageId } = mail
          const body = yield* openMessage(keyring, mail, true)
          const attachment = yield* openAttachment(keyring, mail)
          const link = yield* openLink(keyring, mail)
          const refusal =
            mail.attempts > times.attempts
              ? "The server stopped each time it tried to send this."
              : mail.recipient_left
                ? "The recipient was deactivated before it could be sent."
                : null
          const came =
            refusal !== null
              ? ({ kind: "refused", reason: refusal } as const)
              : link !== null && (yield* linkEnded(link))
                ? ({ kind: "obsolete", reason: "Its link ended before it could be sent." } as const)
                : yield* carry({ messageId, to, subject, body, attachment })
          // A message that was sent but not marked as sent would be sent twice, so retry until the database is back.
          const retry = { schedule: Schedule.spaced(1000), times: 20 }
          const delivery = yield* Effect.retry(record(mail, runner, came, times), retry)
          if (came.kind !== "sent") {
            yield* Effect.logWarning("The mail server refused a message", { mailID, delivery, reason: came.reason })
          }
          if (delivery === "failed") yield* gaveUp.open
          const waiting = awaited.get(mailID)
          if (waiting !== undefined) yield* Deferred.succeed(waiting, delivery)
        }, Effect.uninterruptible)

        /** Sends due messages one after another; a failed one is logged, and the others are sent. */
        const drain = Effect.gen(function* () {
          for (;;) {
            const mail = yield* claimDue(runner, times)
            if (mail === undefined) return
            yield* attempt(mail)
          }
        }).pipe(logged("Failed to send messages"), Effect.provideService(SqlClient.SqlClient, sql))
        const lane = Effect.forever(
          Effect.andThen(drain, Effect.raceFirst(Queue.take(wakes), Effect.sleep(times.every)))
        )
        for (let nth = 0; nth < connections; nth++) yield* Effect.forkScoped(lane)

        const add = Effect.fnUntraced(function* (message: Message) {
          const mailID = yield* outbox.add(message, `<${randomUUID()}@${domain}>`)
          return mailID
        })
        const wake = sql.afterCommit(Effect.asVoid(Queue.offer(wakes, undefined)))
        return Mailer.of({
          hasProvider: true,
          gaveUp,
          send: (message) => Effect.andThen(add(message), wake),
          deliver: Effect.fn("Mailer.deliver")(function* (message: Message) {
            const mailID = yield* add(message)
            // A dry run sends nothing, so there is nothing to wait for.
            if (yield* DryRun) return "sent" as const
            const waiting = yield* Deferred.make<Delivery>()
            awaited.set(mailID, waiting)
            yield* wake
            return yield* Deferred.await(waiting).pipe(
              Effect.timeoutOrElse({ duration: times.patience, orElse: () => Effect.succeed<Delivery>("waits") }),
              Effect.ensuring(Effect.sync(() => awaited.delete(mailID)))
            )
          })
        })
      })
    )
}
