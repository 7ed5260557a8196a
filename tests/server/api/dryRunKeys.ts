import type { TestServer } from "../../support/testServer.ts"
import type { Trial } from "./dryRunPlace.ts"

const nowhere = 999_999
let nextName = 0

/** Trials of the API key commands. */
export const keyTrials = (
  server: () => TestServer,
  owner: () => string
): Readonly<Record<string, ReadonlyArray<Trial>>> => {
  const key = async () => {
    const name = `key ${(nextName += 1)}`
    const form = { name, facilityIds: [], allFacilities: true, isActive: true }
    const { data } = await server().call(owner(), (api) => api.apiKeys.add({ query: {}, payload: form }))
    return { id: data.id }
  }
  return {
    "apiKeys.create": [
      { input: () => ({ name: "Gate sync", allFacilities: true }) },
      { input: () => ({ name: "Gate sync" }), refused: "ApiKeyRefused" }
    ],
    "apiKeys.edit": [
      { input: async () => ({ ...(await key()), name: "Another", active: "no" }) },
      { input: () => ({ id: nowhere }), refused: "ApiKeyNotFound" }
    ],
    "apiKeys.rotate": [{ input: key }, { input: () => ({ id: nowhere }), refused: "ApiKeyNotFound" }],
    "apiKeys.revoke": [{ input: key }, { input: () => ({ id: nowhere }), refused: "ApiKeyNotFound" }],
    "apiKeys.showOnce": [{ input: () => ({ once: "yes" }) }]
  }
}
