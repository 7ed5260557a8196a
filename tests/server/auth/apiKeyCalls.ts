import type { Row } from "./callTable.ts"

const read = 1
const write = 2
const key = { name: "x", facilityIds: [], allFacilities: false, isActive: true }

/** The API key calls (see `callTable.ts`). */
export const apiKeyCalls: Readonly<Record<string, Row>> = {
  "apiKeys.list": { needs: [10, read], path: "/companies/api-keys", answers: 200 },
  "apiKeys.add": {
    needs: [10, write],
    method: "POST",
    path: "/companies/add-api-key",
    body: { id: 0, key: "", secret: "", ...key },
    answers: [422, "ApiKeyRefused"]
  },
  "apiKeys.update": {
    needs: [10, write],
    method: "PUT",
    path: "/companies/update-api-key",
    body: { id: 999999, ...key },
    answers: [404, "ApiKeyNotFound"]
  },
  "apiKeys.show": {
    needs: [10, write],
    method: "POST",
    path: "/companies/api-keys/999999/show",
    answers: [404, "ApiKeyNotFound"]
  },
  "apiKeys.rotate": {
    needs: [10, write],
    method: "POST",
    path: "/companies/api-keys/999999/rotate",
    body: {},
    answers: [404, "ApiKeyNotFound"]
  },
  "apiKeys.revoke": {
    needs: [10, write],
    method: "POST",
    path: "/companies/api-keys/999999/revoke",
    answers: [404, "ApiKeyNotFound"]
  },
  "apiKeys.showOnce": {
    needs: [10, write],
    method: "PUT",
    path: "/companies/api-keys-show-once",
    body: { showOnce: false },
    answers: 200
  }
}
