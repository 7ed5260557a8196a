import type { TestServer } from "../../support/testServer.ts"
import type { Trial } from "./dryRunPlace.ts"

let next = 0

/** Trials of undoing a user's own change. */
export const undoTrials = (
  place: () => { readonly server: TestServer; readonly owner: string }
): Readonly<Record<string, ReadonlyArray<Trial>>> => ({
  "audit.undo": [
    {
      input: async () => {
        const { server, owner } = place()
        const payload = { contactName: `Ann ${(next += 1)}` }
        await server.call(owner, (api) => api.settings.setCompany({ query: {}, payload }))
        const { data } = await server.call(owner, (api) => api.audit.own({ query: { count: 1 } }))
        return { change: data[0]?.seq }
      }
    },
    { input: () => ({ change: 999_999 }), refused: "ChangeNotFound" }
  ]
})
