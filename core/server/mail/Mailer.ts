import { randomUUID } from "node:crypto"
import { DryRun } from "#core/auth/DryRun.ts"
import { Context, Deferred, Effect, Layer, Queue, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { isSqlError } from "effect/sql/SqlError"
import { isDatabaseUnavailable } from "../db/databaseErrors.ts"
import { Keyring } from "../secrets/Keyring.ts"
import { claimDue, type Claimed, type Delivery, record } from "./mailQueue.ts"
import type { Message } from "./Message.ts"
import { Outbox } from "./Outbox.ts"
import { openAttachment, openMessage } from "./sealedMessage.ts"
import { connections, smtpCarrier } from "./smtpCarrier.ts"
import { readSmtp, type SmtpOptions } from "./smtpSettings.ts"

/** The mail provider. A message that cannot even be written down is a defect, which whoever sends decides about. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Writes a message down to be sent. */
    readonly send: (message: Message) => Effect.Effect<void>
    /** Writes a message down and waits, though not long, for what the provider says. */
    readonly deliver: (message: Message) => Effect.Effect<Delivery>
  }
>()("lockdesk/server/Mailer") {
  /** Puts messages into the local outbox, from where an administrator hands them on (DECISIONS, The rest). */
  static readonly layerOutbox = Layer.effect(
    Mailer,
    Effect.map(Outbox, ({ add }) =>
      Mailer.of({
        send: (message) => Effect.asVoid(add(message, null)),
        deliver: (message) => Effect.as(add(message, null), "sent" as const)
      })
    )
  )

  /**
   * Sends messages by SMTP, with the outbox as its queue: each is written down first, then sent by whichever server process
   * takes it, again and again until the provider takes or refuses it. Of two processes one has it. A process that is killed
   * between sending and writing that down sends it again under the same Message-ID, once its lease is over.
   */
  static readonly layerSmtp = (options: SmtpOptions) =>
    Layer.effect(
      Mailer,
      Effect.gen(function* () {
        const settings = yield* Effect.fromResult(readSmtp(options))
        const { times, domain } = settings
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* Outbox
        const keyring = yield* Keyring
        const carry = yield* smtpCarrier(settings)
        const runner = randomUUID()
        const wakes = yield* Queue.sliding<void>(connections)
        const awaited = new Map<number, Deferred.Deferred<Delivery>>()

        const attempt = Effect.fnUntraced(function* (mail: Claimed) {
          const { mail_id: mailID, recipient: to, subject, message_id: messageId } = mail
          const body = yield* openMessage(keyring, mail, true)
          const attachment = yield* openAttachment(keyring, mail)
          const came =
            mail.attempts > times.attempts
              ? ({ kind: "refused", reason: "The server ended each time while this was sent." } as const)
              : yield* carry({ messageId, to, subject, body, attachment })
          // What was sent and not written down is sent twice: the database may come back.
          const retry = { schedule: Schedule.spaced(1000), times: 20 }
          const delivery = yield* Effect.retry(record(mail, runner, came, times), retry)
          if (came.kind !== "sent") {
            yield* Effect.logWarning("A message was not taken", { mailID, delivery, reason: came.reason })
          }
          const waiting = awaited.get(mailID)
          if (waiting !== undefined) yield* Deferred.succeed(waiting, delivery)
        }, Effect.uninterruptible)

        /** Sends what is due, one after the other; what went wrong with one is told, and the rest is sent. */
        const drain = Effect.gen(function* () {
          for (;;) {
            const mail = yield* claimDue(runner, times)
            if (mail === undefined) return
            yield* attempt(mail)
          }
        }).pipe(
          Effect.catchCause((cause) =>
            // When the database is away everybody hears of it; there is nothing to add.
            cause.reasons.some(
              (reason) => "error" in reason && isSqlError(reason.error) && isDatabaseUnavailable(reason.error)
            )
              ? Effect.void
              : Effect.logError("Messages could not be sent", cause)
          ),
          Effect.provideService(SqlClient.SqlClient, sql)
        )
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
          send: (message) => Effect.andThen(add(message), wake),
          deliver: Effect.fn("Mailer.deliver")(function* (message: Message) {
            const mailID = yield* add(message)
            // A dry run sends nothing, and so waits for nobody.
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
