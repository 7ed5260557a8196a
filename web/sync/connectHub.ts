import type { HubConnection } from "@microsoft/signalr"
import type { UserId } from "#core/base/ids.ts"
import { loadModule } from "#web/app/loadModule.ts"

/** Path of the hub (DECISIONS, Scope). */
const hubPath = "/api/hub"

/**
 * Creates a connection to the live hub without starting it. The protocol's client loads with the first one.
 * @param polls whether to ask for messages again and again, which gets through every proxy
 */
export const connectHub = async (
  userID: UserId | null,
  token: () => string,
  polls: boolean,
  host: string = location.origin
): Promise<HubConnection> => {
  const { HttpTransportType, HubConnectionBuilder, LogLevel } = await loadModule(() => import("@microsoft/signalr"))
  return new HubConnectionBuilder()
    .withUrl(`${host}${hubPath}?userID=${userID ?? 0}`, {
      accessTokenFactory: token,
      ...(polls ? { transport: HttpTransportType.LongPolling } : {})
    })
    .configureLogging(LogLevel.None)
    .build()
}
