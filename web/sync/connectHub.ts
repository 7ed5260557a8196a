import type { HubConnection } from "@microsoft/signalr"

/** Where the hub is (DECISIONS, Scope). */
const hubPath = "/api/hub"

/** A connection to the live hub that was not started yet. The client of the protocol is loaded with the first one. */
export const connectHub = async (
  userID: number,
  token: () => string,
  host: string = location.origin
): Promise<HubConnection> => {
  const { HubConnectionBuilder, LogLevel } = await import("@microsoft/signalr")
  return new HubConnectionBuilder()
    .withUrl(`${host}${hubPath}?userID=${userID}`, { accessTokenFactory: token })
    .configureLogging(LogLevel.None)
    .build()
}
