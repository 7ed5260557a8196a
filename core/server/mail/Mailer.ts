import { Context, Effect, Layer } from "effect"
import type { Message } from "./Message.ts"
import { Outbox } from "./Outbox.ts"

/** The mail provider. What it cannot take is a defect, which whoever sends decides about. */
export class Mailer extends Context.Service<Mailer, { readonly send: (message: Message) => Effect.Effect<void> }>()(
  "lockdesk/server/Mailer"
) {
  /** Puts messages into the local outbox, from where an administrator hands them on (DECISIONS, The rest). */
  static readonly layerOutbox = Layer.effect(
    Mailer,
    Effect.map(Outbox, (outbox) => Mailer.of({ send: outbox.add }))
  )
}
