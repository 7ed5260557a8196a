import type { LiveHubState } from "./LiveHub.ts"
import { Watched } from "#web/app/Watched.ts"

/** Whether the hub tells this tab of changes; apart from the hub, so that looking at it loads nothing. */
export const liveState = new Watched<LiveHubState>("idle")
