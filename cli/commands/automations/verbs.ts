import { verb as set } from "./set.ts"
import { verb as show } from "./show.ts"
import { verb as unlockDelivered } from "./unlockDelivered.ts"

/** The verbs of `lockdesk automations`. */
export const verbs = [show, set, unlockDelivered] as const
