import { Effect, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { messageOf } from "#core/base/messageOf.ts"
import type { SmtpSettings } from "./smtpSettings.ts"

/** A message for the provider. */
export interface Carried {
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly attachment: { readonly name: string; readonly bytes: Buffer } | null
}

/**
 * The result of an attempt. A provider that is unavailable, slow or misconfigured may accept it later; a refused message never
 * will be.
 */
export type Attempt =
  | { readonly kind: "sent" }
  | { readonly kind: "later"; readonly reason: string }
  | { readonly kind: "refused"; readonly reason: string }

/** Sends a message to the provider, once. Never fails: errors are in the result. */
export type Carrier = (message: Carried) => Effect.Effect<Attempt>

/** Concurrent connections to the provider, which also limits the messages in flight. */
export const connections = 4

const second = 1000

/** Errors of an SMTP session, as nodemailer names them. */
interface SmtpError {
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
  readonly command?: unknown
}

/** Errors whose text is nodemailer's or OpenSSL's, by a part of it, and what to say instead. */
const plainReasons: ReadonlyArray<readonly [part: string, reason: string]> = [
  // nodemailer counts retries, which are off, and drops what the server said before.
  ["Reached maximum number of retries", "The mail server closed the connection."],
  [
    "wrong version number",
    "The port of the mail server doesn't start with TLS. Use smtp:// instead of smtps://, or another port."
  ],
  [
    "Greeting never received",
    "The mail server sent no greeting. If its port starts with TLS, use smtps:// instead of smtp://."
  ]
]

/** The error in one presentable line: the provider's own message, shortened and without control characters. */
const reasonOf = (error: unknown): string => {
  const text = messageOf(error)
  const plain = plainReasons.find(([part]) => text.includes(part))
  if (plain !== undefined) return plain[1]
  const { code, response } = error as SmtpError
  // The server's response about an address needs no introduction.
  return (code === "EENVELOPE" && typeof response === "string" ? response : text)
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 300)
}

/**
 * Whether the provider, or nodemailer itself, refuses this message permanently: a 5xx response to its address or its text. One to
 * the sender means wrong settings, such as a missing password: the message waits until they are corrected.
 */
const isForGood = (error: unknown): boolean => {
  if (typeof error !== "object" || error === null) return false
  const { code, responseCode, command } = error as SmtpError
  const isAboutMessage = code === "EMESSAGE" || (code === "EENVELOPE" && command !== "MAIL FROM")
  if (!isAboutMessage) return false
  return typeof responseCode !== "number" || responseCode >= 500
}

/** A pool of connections to a mail provider, until the scope closes. */
export const smtpCarrier = ({ host, port, tls, ca, user, password, from, times }: SmtpSettings) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        createTransport(
          {
            pool: true,
            maxConnections: connections,
            // The queue retries lost messages and counts the attempts.
            maxRequeues: 0,
            idleTimeout: 10 * second,
            host,
            port,
            secure: tls === "whole",
            requireTLS: tls === "upgrade",
            ignoreTLS: tls === "none",
            tls: { minVersion: "TLSv1.2", rejectUnauthorized: true, ...(ca === null ? {} : { ca }) },
            ...(user === null ? {} : { auth: { user, pass: Redacted.value(password) } }),
            dnsTimeout: 10 * second,
            connectionTimeout: 10 * second,
            greetingTimeout: 10 * second,
            socketTimeout: times.attempt,
            disableFileAccess: true,
            disableUrlAccess: true
          },
          { from, headers: { "Auto-Submitted": "auto-generated" } }
        )
      ),
      (transport) => Effect.sync(() => transport.close({ force: true }))
    ),
    (transport): Carrier =>
      ({ messageId, to, subject, body, attachment }) =>
        Effect.tryPromise({
          try: (signal) =>
            transport.sendMail({
              messageId,
              to: { name: "", address: to },
              subject,
              text: body,
              ...(attachment === null
                ? {}
                : { attachments: [{ filename: attachment.name, content: attachment.bytes }] }),
              signal
            }),
          catch: (error) => error
        }).pipe(
          Effect.as<Attempt>({ kind: "sent" }),
          Effect.timeoutOrElse({
            duration: times.attempt,
            orElse: () => Effect.succeed<Attempt>({ kind: "later", reason: "The provider did not answer in time." })
          }),
          Effect.catch((error) =>
            Effect.succeed<Attempt>({ kind: isForGood(error) ? "refused" : "later", reason: reasonOf(error) })
          )
        )
  )
