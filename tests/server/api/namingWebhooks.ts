import type { Trials } from "./namingInputs.ts"

const calls = [
  ["edit", "PUT", "", {}],
  ["remove", "DELETE", "", undefined],
  ["rotate", "POST", "/rotate", undefined],
  ["test", "POST", "/test", undefined],
  ["deliveries", "GET", "/deliveries", undefined]
] as const

/** Trials of the webhook inputs that name something. */
export const webhookTrials: Trials = {
  "webhooks.list companyID": [(id) => ({ path: `/companies/webhooks?companyID=${id}` }), ({ companyID }) => companyID],
  "webhooks.add companyID": [
    (id) => ({ method: "POST", path: `/companies/webhooks?companyID=${id}`, body: { url: "x", events: [] } }),
    ({ companyID }) => companyID
  ],
  ...Object.fromEntries(
    calls.flatMap(([name, method, rest, body]): ReadonlyArray<readonly [string, Trials[string]]> => {
      const sent = body === undefined ? {} : { body }
      return [
        [
          `webhooks.${name} companyID`,
          [
            (id) => ({ method, path: `/companies/webhooks/1${rest}?companyID=${id}`, ...sent }),
            ({ companyID }) => companyID
          ]
        ],
        [
          `webhooks.${name} id`,
          [(id) => ({ method, path: `/companies/webhooks/${id}${rest}`, ...sent }), ({ webhookID }) => webhookID]
        ]
      ]
    })
  ),
  "webhooks.replay companyID": [
    (id) => ({ method: "POST", path: `/companies/webhook-deliveries/1/replay?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "webhooks.replay id": [
    (id) => ({ method: "POST", path: `/companies/webhook-deliveries/${id}/replay` }),
    ({ deliveryID }) => deliveryID
  ]
}
