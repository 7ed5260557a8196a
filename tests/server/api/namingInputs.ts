import { fmsHarmless, fmsTrials } from "./namingFms.ts"
import { importTrials } from "./namingImports.ts"
import { settingsTrials } from "./namingSettings.ts"
import { jobTrials } from "./namingJobs.ts"
import { harmlessOfKeys, keyTrials } from "./namingKeys.ts"
import { teamHarmless, teamTrials } from "./namingTeam.ts"
import { transferTrials } from "./namingTransfers.ts"
import { harmlessOfSubdomains, subdomainTrials } from "./namingSubdomains.ts"

/** The other company's data. Every text in it contains "zebra", and every serial code starts with 7777. */
export interface Theirs {
  readonly companyID: number
  readonly facilityID: number
  readonly lockID: number
  readonly inventoryID: number
  readonly logID: number
  readonly userID: number
  readonly jobID: number
  readonly importID: number
  readonly userImportID: number
  readonly reportID: number
  readonly runID: number
  readonly mailID: number
  readonly apiKeyID: number
  readonly webhookID: number
  readonly deliveryID: number
}

/** One request. */
export interface Trial {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
}
type Of = (id: number, serial: string) => Trial

/** Trials by call and input name. */
export type Trials = Readonly<Record<string, readonly [of: Of, pick: (theirs: Theirs) => number, serial?: string]>>

/** A trial of each input that names something, to run with the other company's ID and with an unknown one. */
export const trials: Trials = {
  "auth.user companyID": [(id) => ({ path: `/auth/user?companyID=${id}` }), ({ companyID }) => companyID],
  "auth.featureFlag companyID": [
    (id) => ({ path: `/utils/feature-flag?flag=2&companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "auth.userFromToken companyID": [
    (id) => ({ path: `/auth/user-from-token?uid=x&companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "locks.sync companyID": [
    (id) => ({ path: `/locks?companyID=${id}&lastPulled=2100-01-01T00:00:00Z` }),
    ({ companyID }) => companyID
  ],
  "locks.sync facilityID": [(id) => ({ path: `/locks?facilityID=${id}` }), ({ facilityID }) => facilityID],
  "locks.whole companyID": [(id) => ({ path: `/locks/whole?companyID=${id}` }), ({ companyID }) => companyID],
  "locks.search companyID": [(id) => ({ path: `/locks/search?companyID=${id}` }), ({ companyID }) => companyID],
  "locks.search filter": [
    (id) => ({ path: `/locks/search?filter=facilityID%3D${id}` }),
    ({ facilityID }) => facilityID
  ],
  "locks.search filter serial": [
    (_, serial) => ({ path: `/locks/search?filter=serialCode%3D${serial}` }),
    () => 0,
    "77770001"
  ],
  "locks.search filter text": [(_, serial) => ({ path: `/locks/search?filter=text%3D${serial}` }), () => 0, "77770001"],
  "locks.logs companyID": [(id) => ({ path: `/locks/logs?lockID=1&companyID=${id}` }), ({ companyID }) => companyID],
  "locks.logs lockID": [(id) => ({ path: `/locks/logs?lockID=${id}` }), ({ lockID }) => lockID],
  "locks.log companyID": [(id) => ({ path: `/locks/logs/1?companyID=${id}` }), ({ companyID }) => companyID],
  "locks.log id": [(id) => ({ path: `/locks/logs/${id}` }), ({ logID }) => logID],
  "locks.show companyID": [(id) => ({ path: `/locks/1?companyID=${id}` }), ({ companyID }) => companyID],
  "locks.show id": [(id) => ({ path: `/locks/${id}` }), ({ lockID }) => lockID],
  "locks.show id of inventory": [(id) => ({ path: `/locks/${id}` }), ({ inventoryID }) => inventoryID],
  "locks.activate companyID": [
    (id) => ({
      method: "POST",
      path: `/locks/activate-lock?companyID=${id}`,
      body: { serialCode: "00000000", facilityID: 1 }
    }),
    ({ companyID }) => companyID
  ],
  "locks.activate serialCode": [
    (_, serialCode) => ({ method: "POST", path: "/locks/activate-lock", body: { serialCode, facilityID: "ours" } }),
    () => 0,
    "77770001"
  ],
  "locks.activate serialCode of inventory": [
    (_, serialCode) => ({ method: "POST", path: "/locks/activate-lock", body: { serialCode, facilityID: "ours" } }),
    () => 0,
    "77770002"
  ],
  "locks.activate facilityID": [
    (facilityID) => ({ method: "POST", path: "/locks/activate-lock", body: { serialCode: "00000000", facilityID } }),
    ({ facilityID }) => facilityID
  ],
  "locks.reveal companyID": [
    (id) => ({
      method: "POST",
      path: `/locks/reveal-unlock-code?companyID=${id}`,
      body: { serialCode: "00000000", reason: "a" }
    }),
    ({ companyID }) => companyID
  ],
  "locks.reveal serialCode": [
    (_, serialCode) => ({ method: "POST", path: "/locks/reveal-unlock-code", body: { serialCode, reason: "a" } }),
    () => 0,
    "77770001"
  ],
  "lockChanges.update companyID": [
    (id) => ({ method: "PUT", path: `/locks/update-lock?companyID=${id}`, body: { lockID: 1, color: -256 } }),
    ({ companyID }) => companyID
  ],
  "lockChanges.update lockID": [
    (lockID) => ({ method: "PUT", path: "/locks/update-lock", body: { lockID, color: -256 } }),
    ({ lockID }) => lockID
  ],
  "lockChanges.update facilityID": [
    (facilityID) => ({ method: "PUT", path: "/locks/update-lock", body: { lockID: "our lock", facilityID } }),
    ({ facilityID }) => facilityID
  ],
  "lockChanges.transfer companyID": [
    (id) => ({ method: "PUT", path: `/locks/transfer-lock?companyID=${id}`, body: { lockID: 1, facilityID: 1 } }),
    ({ companyID }) => companyID
  ],
  "lockChanges.transfer lockID": [
    (lockID) => ({ method: "PUT", path: "/locks/transfer-lock", body: { lockID, facilityID: "ours" } }),
    ({ lockID }) => lockID
  ],
  "lockChanges.transfer facilityID": [
    (facilityID) => ({ method: "PUT", path: "/locks/transfer-lock", body: { lockID: "our lock", facilityID } }),
    ({ facilityID }) => facilityID
  ],
  "lockChanges.undoMany companyID": [
    (id) => ({ method: "POST", path: `/locks/undo-many?companyID=${id}`, body: { auditSeqs: [1] } }),
    ({ companyID }) => companyID
  ],
  "lockChanges.undo companyID": [
    (id) => ({ method: "POST", path: `/locks/undo?companyID=${id}`, body: { auditSeq: 1 } }),
    ({ companyID }) => companyID
  ],
  ...settingsTrials,
  ...jobTrials,
  ...keyTrials,
  ...importTrials,
  "inventory.assign companyID": [
    (id) => ({
      method: "POST",
      path: `/locks/assign-inventory-locks?companyID=${id}`,
      body: { lockIds: [1], facilityId: 1 }
    }),
    ({ companyID }) => companyID
  ],
  "inventory.assign lockIds": [
    (id) => ({ method: "POST", path: "/locks/assign-inventory-locks", body: { lockIds: [id], facilityId: "ours" } }),
    ({ inventoryID }) => inventoryID
  ],
  "inventory.assign facilityId": [
    (facilityId) => ({ method: "POST", path: "/locks/assign-inventory-locks", body: { lockIds: [1], facilityId } }),
    ({ facilityID }) => facilityID
  ],
  "returns.process companyID": [
    (id) => ({ method: "POST", path: `/locks/process-lock-returns?companyID=${id}`, body: [] }),
    ({ companyID }) => companyID
  ],
  "returns.process recipientID": [
    (id) => ({
      method: "POST",
      path: `/locks/process-lock-returns?recipientID=${id}`,
      body: [{ lockID: "our lock", updateSecondaryLockStatusTo: 1001 }]
    }),
    ({ userID }) => userID
  ],
  "returns.resend companyID": [
    (id) => ({
      method: "POST",
      path: `/locks/historic-process-locks-reports?companyID=${id}`,
      body: { reportId: 1, recipientId: 1 }
    }),
    ({ companyID }) => companyID
  ],
  "returns.resend reportId": [
    (reportId) => ({
      method: "POST",
      path: "/locks/historic-process-locks-reports",
      body: { reportId, recipientId: 1 }
    }),
    ({ reportID }) => reportID
  ],
  "returns.resend recipientId": [
    (recipientId) => ({
      method: "POST",
      path: "/locks/historic-process-locks-reports",
      body: { reportId: "our report", recipientId }
    }),
    ({ userID }) => userID
  ],
  "returns.reports companyID": [
    (id) => ({ path: `/reports/returned-locks/facilities/1?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "returns.reports id": [
    (id) => ({ path: `/reports/returned-locks/facilities/${id}` }),
    ({ facilityID }) => facilityID
  ],
  "returns.report companyID": [
    (id) => ({ path: `/reports/returned-locks/reports/1?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "returns.report id": [(id) => ({ path: `/reports/returned-locks/reports/${id}` }), ({ reportID }) => reportID],
  "automations.profile companyID": [
    (id) => ({ path: `/settings/automations?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "automations.setVacant companyID": [
    (id) => ({ method: "PUT", path: `/settings/update-assigned-vacant?companyID=${id}`, body: { status: 1005 } }),
    ({ companyID }) => companyID
  ],
  "automations.setOverlock companyID": [
    (id) => ({ method: "PUT", path: `/settings/update-assigned-over-lock?companyID=${id}`, body: { status: 1004 } }),
    ({ companyID }) => companyID
  ],
  "automations.unlockDelivered companyID": [
    (id) => ({
      method: "POST",
      path: `/locks/unlock-code-delivered?companyID=${id}`,
      body: { deliveryID: "m", serialCode: "00000000" }
    }),
    ({ companyID }) => companyID
  ],
  "automations.unlockDelivered serialCode": [
    (_, serialCode) => ({
      method: "POST",
      path: "/locks/unlock-code-delivered",
      body: { deliveryID: "m", serialCode }
    }),
    () => 0,
    "77770001"
  ],
  "automations.unlockDelivered facilityID": [
    (facilityID) => ({
      method: "POST",
      path: "/locks/unlock-code-delivered",
      body: { deliveryID: "m", facilityID, unitNumber: "Zebra Yard 1" }
    }),
    ({ facilityID }) => facilityID
  ],
  "facilities.list companyID": [(id) => ({ path: `/facilities?companyID=${id}` }), ({ companyID }) => companyID],
  "units.list companyID": [(id) => ({ path: `/facilities/1/units?companyID=${id}` }), ({ companyID }) => companyID],
  "units.list id": [(id) => ({ path: `/facilities/${id}/units` }), ({ facilityID }) => facilityID],
  "drift.show companyID": [(id) => ({ path: `/facilities/1/drift?companyID=${id}` }), ({ companyID }) => companyID],
  "drift.show id": [(id) => ({ path: `/facilities/${id}/drift` }), ({ facilityID }) => facilityID],
  "units.forget companyID": [
    (id) => ({ method: "DELETE", path: `/facilities/1/units-cache?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "units.forget id": [
    (id) => ({ method: "DELETE", path: `/facilities/${id}/units-cache` }),
    ({ facilityID }) => facilityID
  ],
  "facilities.show companyID": [(id) => ({ path: `/facilities/1?companyID=${id}` }), ({ companyID }) => companyID],
  "facilities.show id": [(id) => ({ path: `/facilities/${id}` }), ({ facilityID }) => facilityID],
  "facilities.add companyID": [
    (id) => ({
      method: "POST",
      path: `/facilities/add?companyID=${id}`,
      body: { facilityName: "", phoneNumber: "" }
    }),
    ({ companyID }) => companyID
  ],
  "facilities.update companyID": [
    (id) => ({ method: "PUT", path: `/facilities/update?companyID=${id}`, body: { facilityID: 1, city: "x" } }),
    ({ companyID }) => companyID
  ],
  "facilities.update facilityID": [
    (facilityID) => ({ method: "PUT", path: "/facilities/update", body: { facilityID, city: "x" } }),
    ({ facilityID }) => facilityID
  ],
  "facilities.remove companyID": [
    (id) => ({ method: "DELETE", path: `/facilities/1?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "facilities.remove id": [(id) => ({ method: "DELETE", path: `/facilities/${id}` }), ({ facilityID }) => facilityID],
  "facilities.toggleApi companyID": [
    (id) => ({ method: "POST", path: `/companies/toggle-exclude-facility?facilityID=1&companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "facilities.toggleApi facilityID": [
    (id) => ({ method: "POST", path: `/companies/toggle-exclude-facility?facilityID=${id}` }),
    ({ facilityID }) => facilityID
  ],
  ...transferTrials,
  ...teamTrials,
  "audit.list companyID": [(id) => ({ path: `/audit?count=1&companyID=${id}` }), ({ companyID }) => companyID],
  "audit.own companyID": [(id) => ({ path: `/audit/own?from=1&companyID=${id}` }), ({ companyID }) => companyID],
  "audit.list subject": [(_, serial) => ({ path: `/audit?subject=${serial}` }), () => 0, "77770002"],
  "exports.locks companyID": [
    (id) => ({ method: "POST", path: `/locks/export?companyID=${id}`, body: { format: "csv" } }),
    ({ companyID }) => companyID
  ],
  "exports.locks lockIDs": [
    (id) => ({ method: "POST", path: "/locks/export", body: { format: "csv", lockIDs: [id] } }),
    ({ lockID }) => lockID
  ],
  "exports.locks filter": [
    (id) => ({ method: "POST", path: "/locks/export", body: { format: "csv", filter: `facilityID=${id}` } }),
    ({ facilityID }) => facilityID
  ],
  "exports.rows companyID": [
    (id) => ({
      method: "POST",
      path: `/exports/rows?companyID=${id}`,
      body: { format: "csv", name: "x", sheet: "x", columns: [{ title: "x", kind: "text" }], rows: [] }
    }),
    ({ companyID }) => companyID
  ],
  "support.ticket companyID": [
    (id) => ({ method: "POST", path: `/customer-service/ticket?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "support.bulkActivationTicket companyID": [
    (id) => ({
      method: "POST",
      path: `/customer-service/bulk-activation-ticket?companyID=${id}`,
      body: { subject: "", description: "" }
    }),
    ({ companyID }) => companyID
  ],
  "support.bulkActivationTicket facilityIDs": [
    (id) => ({
      method: "POST",
      path: "/customer-service/bulk-activation-ticket",
      body: { subject: "x", description: "x", facilityIDs: [id] }
    }),
    ({ facilityID }) => facilityID
  ],
  "support.tickets companyID": [
    (id) => ({ path: `/customer-service/tickets?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  "support.ticketImage companyID": [
    (id) => ({ path: `/customer-service/tickets/1/images/1?companyID=${id}` }),
    ({ companyID }) => companyID
  ],
  ...fmsTrials,
  ...subdomainTrials,
  "outbox.show companyID": [(id) => ({ path: `/outbox/1?companyID=${id}` }), ({ companyID }) => companyID],
  "outbox.show id": [(id) => ({ path: `/outbox/${id}` }), ({ mailID }) => mailID],
  "outbox.file companyID": [(id) => ({ path: `/outbox/1/file?companyID=${id}` }), ({ companyID }) => companyID],
  "outbox.file id": [(id) => ({ path: `/outbox/${id}/file` }), ({ mailID }) => mailID],
  "outbox.list companyID": [(id) => ({ path: `/outbox?companyID=${id}` }), ({ companyID }) => companyID],
  "audit.verify companyID": [(id) => ({ path: `/audit/verify?companyID=${id}` }), ({ companyID }) => companyID]
}

/** Inputs that name nothing of a company, and why. */
export const harmless: Readonly<Record<string, string>> = {
  ...harmlessOfKeys,
  ...fmsHarmless,
  "auth.userFromToken uid": "256 random bits, known to its user alone",
  "auth.updatePasswordWithToken uid": "the same",
  "lockChanges.update serialCode": "part of merged lock data; the lockID alone says which lock it is",
  "jobs.addRows rows": "serial codes of a job of one's own; what each comes to is tried in jobs.test.ts",
  "exports.rows rows": "rows that the sender has already; nothing of the database goes into their file",
  "support.ticket subject": "what it is about, in one's own words",
  "support.bulkActivationTicket subject": "the same",
  "support.ticketImage id": "for Super Admins alone; another company's is tried in tickets.test.ts",
  "support.ticket facilityIDs": "a form, which these trials do not send; tried in tickets.test.ts",
  "automations.unlockDelivered deliveryID":
    "a name of one's own, kept by company; another's is tried in unlockDeliveries.test.ts",
  ...harmlessOfSubdomains,
  "support.reportError requestId": "part of the report, in the words of whoever sends it",
  "notices.broadcast toCompanyID": "who an announcement is for; only a Super Admin sends one",
  "notices.broadcast toUserID": "the same",
  ...teamHarmless,
  "registry.import rows": "the registry is of no company; only Super and Site Admin write to it"
}
