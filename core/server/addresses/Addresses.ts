import { Context, Effect, Layer } from "effect"
import { addressText, type FoundAddress } from "#core/facilities/FoundAddress.ts"
import { Settings } from "../Settings.ts"
import { askProvider } from "./addressProvider.ts"
import { knownAddresses } from "./knownAddresses.ts"

/** Finds addresses by typed text, from the configured provider or the built-in table. */
export class Addresses extends Context.Service<
  Addresses,
  { readonly find: (text: string) => Effect.Effect<ReadonlyArray<FoundAddress>> }
>()("lockdesk/server/Addresses") {
  static readonly layer = Layer.effect(
    Addresses,
    Effect.gen(function* () {
      const { addresses: provider, fms } = yield* Settings
      const ask = provider === null ? null : yield* askProvider(provider)
      return Addresses.of({
        find: Effect.fn("Addresses.find")(function* (text) {
          if (text.trim().length < addressText.least) return []
          const known = Effect.sync(() => knownAddresses(text, fms.simulators))
          if (ask === null) return yield* known
          return yield* ask(text).pipe(
            Effect.catch(({ reason }) =>
              Effect.andThen(Effect.logWarning("The address provider failed", { reason }), known)
            )
          )
        })
      })
    })
  )
}
