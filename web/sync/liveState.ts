import type { LiveHubState } from "./LiveHub.ts"
import { Watched } from "#web/app/Watched.ts"

/** State of the hub. Separate from the hub, so that reading it doesn't load the hub's code. */
export const liveState = new Watched<LiveHubState>("idle")
