import { Effect } from "effect"
import { networkOf } from "../http/trustedProxies.ts"
import type { Limits } from "../Settings.ts"
import type { Limiter } from "./Limiter.ts"
import { tokenHash } from "../secrets/tokens.ts"

/** How a password is tried: in a browser where the user is known, in their live session, or neither. */
export type TriedWith =
  | { readonly kind: "browser"; readonly token: string }
  | { readonly kind: "session"; readonly sessionId: string }
  | { readonly kind: "stranger" }

/**
 * Limits for trying passwords. A stranger's failures count for their network, for the email from that network, and for the
 * email from everywhere. A known browser and a live session count only their own failures, so no one else can cause the right
 * password to be refused there.
 */
export const signInLimits = (limiter: Limiter["Service"], limits: Limits) => ({
  /** Counts an attempt or refuses it. Run the result to take the attempt back after the right password. */
  take: Effect.fnUntraced(function* (email: string, address: string, tried: TriedWith) {
    if (tried.kind !== "stranger") {
      const own =
        tried.kind === "browser"
          ? `sign-in in browser ${tokenHash(tried.token).toString("hex")} as ${email}`
          : `sign-in in session ${tried.sessionId}`
      yield* limiter.take(own, limits.signInPerEmail)
      return limiter.forgive(own)
    }
    const network = networkOf(address)
    const fromNetwork = `sign-in from ${network}`
    const asEmail = `sign-in as ${email}`
    // The email last: it is any text a stranger types, and must not spell the key of another email and network.
    const both = `${fromNetwork} as ${email}`
    yield* limiter.take(fromNetwork, limits.signInPerAddress)
    yield* limiter.take(both, limits.signInPerEmail)
    yield* limiter.take(asEmail, limits.signInPerEmailInAll)
    return Effect.all([limiter.giveBack(fromNetwork), limiter.forgive(both), limiter.giveBack(asEmail)], {
      discard: true
    })
  })
})
