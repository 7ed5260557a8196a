import type { Trials } from "./namingInputs.ts"

/** Trials of the role inputs that name something. A role belongs to no company. */
export const roleTrials: Trials = {
  "roles.list companyID": [(id) => ({ path: `/roles?companyID=${id}` }), ({ companyID }) => companyID],
  "roles.set companyID": [
    (id) => ({ method: "PUT", path: `/roles/11?companyID=${id}`, body: { areas: [] } }),
    ({ companyID }) => companyID
  ],
  "roles.reset companyID": [
    (id) => ({ method: "POST", path: `/roles/11/reset?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "viewing.start companyID": [
    (id) => ({ method: "POST", path: `/viewing/start?companyID=${id}`, body: { email: "nobody@x.example.com" } }),
    ({ companyID }) => companyID
  ],
  "viewing.end companyID": [
    (id) => ({ method: "POST", path: `/viewing/end?companyID=${id}` }),
    ({ companyID }) => companyID
  ]
}
