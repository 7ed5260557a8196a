import type { Trials } from "./namingInputs.ts"

/** Trials of the job inputs that name something. */
export const jobTrials: Trials = {
  "jobs.activate companyID": [
    (id) => ({
      method: "POST",
      path: `/jobs/activate?companyID=${id}`,
      body: { source: "x", fingerprint: "12345678", facilityID: 1 }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.assign companyID": [
    (id) => ({
      method: "POST",
      path: `/jobs/assign?companyID=${id}`,
      body: { source: "x", fingerprint: "12345678", facilityID: 1 }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.setStatus companyID": [
    (id) => ({
      method: "POST",
      path: `/jobs/set-status?companyID=${id}`,
      body: { source: "x", fingerprint: "12345678", secondaryLockStatus: null }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.setUnit companyID": [
    (id) => ({
      method: "POST",
      path: `/jobs/set-unit?companyID=${id}`,
      body: { source: "x", fingerprint: "12345678" }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.setColor companyID": [
    (id) => ({
      method: "POST",
      path: `/jobs/set-color?companyID=${id}`,
      body: { source: "x", fingerprint: "12345678", color: -65_536 }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.undo companyID": [
    (id) => ({ method: "POST", path: `/jobs/1/undo?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "jobs.undo id": [(id) => ({ method: "POST", path: `/jobs/${id}/undo` }), ({ jobID }) => jobID],
  "jobs.activate facilityID": [
    (facilityID) => ({
      method: "POST",
      path: "/jobs/activate",
      body: { source: "x", fingerprint: "12345678", facilityID }
    }),
    ({ facilityID }) => facilityID
  ],
  "jobs.assign facilityID": [
    (facilityID) => ({
      method: "POST",
      path: "/jobs/assign",
      body: { source: "x", fingerprint: "12345678", facilityID }
    }),
    ({ facilityID }) => facilityID
  ],
  "jobs.addRows companyID": [
    (id) => ({ method: "POST", path: `/jobs/1/rows?companyID=${id}`, body: { rows: [{ row: 1, serialCode: "1" }] } }),
    ({ companyID }) => companyID
  ],
  "jobs.addRows id": [
    (id) => ({ method: "POST", path: `/jobs/${id}/rows`, body: { rows: [{ row: 1, serialCode: "1" }] } }),
    ({ jobID }) => jobID
  ],
  "jobs.plan companyID": [
    (id) => ({ method: "POST", path: `/jobs/1/plan?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "jobs.plan id": [(id) => ({ method: "POST", path: `/jobs/${id}/plan` }), ({ jobID }) => jobID],
  "jobs.apply companyID": [
    (id) => ({ method: "POST", path: `/jobs/1/apply?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "jobs.apply id": [(id) => ({ method: "POST", path: `/jobs/${id}/apply` }), ({ jobID }) => jobID],
  "jobs.resume companyID": [
    (id) => ({ method: "POST", path: `/jobs/1/resume?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "jobs.resume id": [(id) => ({ method: "POST", path: `/jobs/${id}/resume` }), ({ jobID }) => jobID],
  "jobs.cancel companyID": [
    (id) => ({ method: "POST", path: `/jobs/1/cancel?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "jobs.cancel id": [(id) => ({ method: "POST", path: `/jobs/${id}/cancel` }), ({ jobID }) => jobID],
  "jobs.show companyID": [(id) => ({ path: `/jobs/1?companyID=${id}` }), ({ companyID }) => companyID],
  "jobs.show id": [(id) => ({ path: `/jobs/${id}` }), ({ jobID }) => jobID],
  "jobs.rows companyID": [(id) => ({ path: `/jobs/1/rows?companyID=${id}` }), ({ companyID }) => companyID],
  "jobs.rows id": [(id) => ({ path: `/jobs/${id}/rows` }), ({ jobID }) => jobID],
  "jobs.failedCsv companyID": [(id) => ({ path: `/jobs/1/failed?companyID=${id}` }), ({ companyID }) => companyID],
  "jobs.failedCsv id": [(id) => ({ path: `/jobs/${id}/failed` }), ({ jobID }) => jobID],
  "jobs.list companyID": [(id) => ({ path: `/jobs?companyID=${id}` }), ({ companyID }) => companyID],
  "jobs.bulkActivate companyID": [
    (id) => ({
      method: "POST",
      path: `/locks/bulk-activate?companyID=${id}`,
      body: { batchID: "none", facilityID: null }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.bulkActivate batchID": [
    (_, batchID) => ({ method: "POST", path: "/locks/bulk-activate", body: { batchID, facilityID: "ours" } }),
    () => 0,
    "77770009"
  ],
  "jobs.bulkActivate facilityID": [
    (facilityID) => ({ method: "POST", path: "/locks/bulk-activate", body: { batchID: "our batch", facilityID } }),
    ({ facilityID }) => facilityID
  ],
  "jobs.transfer companyID": [
    (id) => ({
      method: "POST",
      path: `/jobs/transfer?companyID=${id}`,
      body: { source: "x", fingerprint: "12345678", facilityID: 1 }
    }),
    ({ companyID }) => companyID
  ],
  "jobs.transfer facilityID": [
    (facilityID) => ({
      method: "POST",
      path: "/jobs/transfer",
      body: { source: "x", fingerprint: "12345678", facilityID }
    }),
    ({ facilityID }) => facilityID
  ]
}
