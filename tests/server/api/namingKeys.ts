import type { Trials } from "./namingInputs.ts"
import { webhookTrials } from "./namingWebhooks.ts"

const form = { name: "x", facilityIds: [], allFacilities: true, isActive: true }

/** Trials of the API key and webhook inputs that name something. */
export const keyTrials: Trials = {
  ...webhookTrials,
  "apiKeys.list companyID": [(id) => ({ path: `/companies/api-keys?companyID=${id}` }), ({ companyID }) => companyID],
  "apiKeys.add companyID": [
    (id) => ({ method: "POST", path: `/companies/add-api-key?companyID=${id}`, body: { ...form, name: "" } }),
    ({ companyID }) => companyID
  ],
  "apiKeys.add facilityIds": [
    (id) => ({
      method: "POST",
      path: "/companies/add-api-key",
      body: { ...form, allFacilities: false, facilityIds: [id] }
    }),
    ({ facilityID }) => facilityID
  ],
  "apiKeys.update companyID": [
    (id) => ({ method: "PUT", path: `/companies/update-api-key?companyID=${id}`, body: { id: 1, ...form } }),
    ({ companyID }) => companyID
  ],
  "apiKeys.update id": [
    (id) => ({ method: "PUT", path: "/companies/update-api-key", body: { id, ...form } }),
    ({ apiKeyID }) => apiKeyID
  ],
  "apiKeys.show companyID": [
    (id) => ({ method: "POST", path: `/companies/api-keys/1/show?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "apiKeys.show id": [(id) => ({ method: "POST", path: `/companies/api-keys/${id}/show` }), ({ apiKeyID }) => apiKeyID],
  "apiKeys.rotate companyID": [
    (id) => ({ method: "POST", path: `/companies/api-keys/1/rotate?companyID=${id}`, body: {} }),
    ({ companyID }) => companyID
  ],
  "apiKeys.rotate id": [
    (id) => ({ method: "POST", path: `/companies/api-keys/${id}/rotate`, body: {} }),
    ({ apiKeyID }) => apiKeyID
  ],
  "apiKeys.revoke companyID": [
    (id) => ({ method: "POST", path: `/companies/api-keys/1/revoke?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "apiKeys.revoke id": [
    (id) => ({ method: "POST", path: `/companies/api-keys/${id}/revoke` }),
    ({ apiKeyID }) => apiKeyID
  ],
  "apiKeys.showOnce companyID": [
    (id) => ({ method: "PUT", path: `/companies/api-keys-show-once?companyID=${id}`, body: { showOnce: false } }),
    ({ companyID }) => companyID
  ]
}

/** Inputs of these calls that name nothing of a company, and why. */
export const harmlessOfKeys: Readonly<Record<string, string>> = {
  "apiKeys.add id": "0, always",
  "apiKeys.update facilityIds": "checked as those of a new key are; tried in apiKeys.test.ts"
}
