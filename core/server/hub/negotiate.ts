import type { HubConnection } from "./HubConnection.ts"
import type { HubRegistry } from "./HubRegistry.ts"
import type { HubIdentity } from "./hubOptions.ts"
import type { Refusal } from "./hubResponses.ts"

const HIGHEST_VERSION = 1

const availableTransports = (["WebSockets", "ServerSentEvents", "LongPolling"] as const).map((transport) => ({
  transport,
  transferFormats: ["Text"] as const
}))

/** The body of the response to a negotiation. */
export type Negotiation =
  | { readonly error: string }
  | {
      readonly negotiateVersion: 0 | 1
      readonly connectionId: string
      readonly connectionToken?: string
      readonly availableTransports: typeof availableTransports
    }

/**
 * Opens a connection that waits for its transport. Since version 1, `connectionToken` is the secret by which the client
 * connects and `connectionId` is public; version 0 has only one id, which is the secret. Stateful reconnect is not supported: a
 * client that asks for it gets a new connection instead.
 */
export const negotiate = <Session>(
  registry: HubRegistry<Session>,
  identity: HubIdentity<Session>,
  query: URLSearchParams
): Negotiation | Refusal => {
  const asked = query.get("negotiateVersion") ?? "0"
  if (!/^\d{1,9}$/.test(asked)) return { error: "The client asked for a negotiation version that is not a number." }
  const created: { connection: HubConnection<Session>; secret: string } | Refusal = registry.create(identity)
  if ("status" in created) return created
  return Math.min(Number(asked), HIGHEST_VERSION) === 0
    ? { negotiateVersion: 0, connectionId: created.secret, availableTransports }
    : {
        negotiateVersion: 1,
        connectionId: created.connection.id,
        connectionToken: created.secret,
        availableTransports
      }
}
