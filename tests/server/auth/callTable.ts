import { accountCalls } from "./accountCalls.ts"
import { automationCalls } from "./automationCalls.ts"
import { apiKeyCalls } from "./apiKeyCalls.ts"
import { roleCalls } from "./roleCalls.ts"
import { settingsCalls } from "./settingsCalls.ts"
import { webhookCalls } from "./webhookCalls.ts"
import { fmsCalls } from "./fmsCalls.ts"
import { companyCalls } from "./companyCalls.ts"
import { subdomainCalls } from "./subdomainCalls.ts"
import { supportCalls } from "./supportCalls.ts"
import { messageCalls } from "./messageCalls.ts"
import { teamCalls } from "./teamCalls.ts"
import { transferCalls } from "./transferCalls.ts"

/** One call: what it needs, how to make it, and its response. */
export interface Row {
  /** No session, any session, or a level in one area (or two); `only` also limits the roles. */
  readonly needs: "anybody" | "session" | readonly [area: number, level: number, also?: number]
  readonly only?: ReadonlyArray<number>
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  /** The status for permitted callers, or status and code if the request then fails for another reason. */
  readonly answers: number | readonly [status: number, code: string]
  /** Different results for roles that the permission allows but the subject's own rule refuses. */
  readonly instead?: Readonly<Record<number, readonly [status: number, code: string]>>
}

const read = 1
const write = 2

/** Roles that see the status of locks. */
const allButVendors = [1, 2, 3, 4, 5, 6, 7, 9, 10]

/** Roles that can change facilities if they have the permission. */
const facilityChangers = [1, 2, 3, 4, 6, 10]

/** Every call with its required area and level, copied by hand from 000 §6, 001 §6 and the settled readings. */
export const table: Readonly<Record<string, Row>> = {
  "auth.login": {
    needs: "anybody",
    method: "POST",
    path: "/auth/login",
    body: { email: "x", password: "x" },
    answers: [401, "WrongCredentials"]
  },
  "auth.logout": { needs: "session", method: "POST", path: "/auth/logout", answers: 200 },
  "auth.user": { needs: "session", path: "/auth/user", answers: 200 },
  "auth.tokenFromUser": { needs: "session", path: "/auth/token-from-user", answers: 200 },
  "auth.userFromToken": { needs: "anybody", path: "/auth/user-from-token?uid=x", answers: [410, "LinkExpired"] },
  "auth.store": { needs: "anybody", path: "/auth/store", answers: 200 },
  "auth.forgotPassword": {
    needs: "anybody",
    method: "PUT",
    path: "/auth/forgot-password?resetLink=http%3A%2F%2Flocalhost%2Fsetpassword",
    body: { email: "x" },
    answers: 200
  },
  "auth.updatePasswordWithToken": {
    needs: "anybody",
    method: "PUT",
    path: "/auth/update-password-with-token",
    body: { uid: "x", password: "x" },
    answers: [422, "PasswordRefused"]
  },
  "auth.featureFlag": { needs: "session", path: "/utils/feature-flag?flag=HideLockCodes", answers: 200 },
  "locks.sync": { needs: [1, read], path: "/locks", answers: 200 },
  "locks.whole": { needs: [1, read], path: "/locks/whole", answers: 200 },
  "locks.search": { needs: [1, read], path: "/locks/search", answers: 200 },
  "locks.logs": {
    needs: [1, read],
    only: allButVendors,
    path: "/locks/logs?lockID=999999",
    answers: [404, "LockNotFound"]
  },
  "locks.log": {
    needs: [1, read],
    only: allButVendors,
    path: "/locks/logs/999999",
    answers: [404, "LogNotFound"]
  },
  "locks.show": { needs: [1, read], path: "/locks/999999", answers: [404, "LockNotFound"] },
  "locks.activate": {
    needs: [2, write],
    method: "POST",
    path: "/locks/activate-lock",
    body: { serialCode: "99999999", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "locks.reveal": {
    needs: [1, read],
    method: "POST",
    path: "/locks/reveal-unlock-code",
    body: { serialCode: "99999999", reason: "Remove Overlock" },
    answers: [404, "LockNotFound"],
    /** The permission allows them; the rule of 001 §6 doesn't. */
    instead: { 9: [403, "RevealDenied"] }
  },
  "lockChanges.update": {
    needs: [1, write],
    method: "PUT",
    path: "/locks/update-lock",
    body: { lockID: 999999, color: -256 },
    answers: [404, "LockNotFound"]
  },
  "lockChanges.transfer": {
    needs: [1, write],
    method: "PUT",
    path: "/locks/transfer-lock",
    body: { lockID: 999999, facilityID: 999999 },
    answers: [404, "LockNotFound"]
  },
  "lockChanges.undo": {
    needs: [1, read],
    method: "POST",
    path: "/locks/undo",
    body: { auditSeq: 999999 },
    answers: [409, "UndoRefused"]
  },
  "lockChanges.undoMany": {
    needs: [1, read],
    method: "POST",
    path: "/locks/undo-many",
    body: { auditSeqs: [999999] },
    answers: 200
  },
  "jobs.activate": {
    needs: [2, write],
    method: "POST",
    path: "/jobs/activate",
    body: { source: "x", fingerprint: "12345678", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "jobs.assign": {
    needs: [3, write, 2],
    method: "POST",
    path: "/jobs/assign",
    body: { source: "x", fingerprint: "12345678", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "jobs.transfer": {
    needs: [1, write],
    method: "POST",
    path: "/jobs/transfer",
    body: { source: "x", fingerprint: "12345678", facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "jobs.setStatus": {
    needs: [1, write],
    method: "POST",
    path: "/jobs/set-status",
    body: { source: "x", fingerprint: "12345678", secondaryLockStatus: 1002 },
    answers: 200
  },
  "jobs.setUnit": {
    needs: [1, write],
    method: "POST",
    path: "/jobs/set-unit",
    body: { source: "x", fingerprint: "12345679" },
    answers: 200
  },
  "jobs.setColor": {
    needs: [1, write],
    method: "POST",
    path: "/jobs/set-color",
    body: { source: "x", fingerprint: "12345670", color: -65536 },
    answers: 200
  },
  "jobs.undo": { needs: [1, read], method: "POST", path: "/jobs/999999/undo", answers: [404, "JobNotFound"] },
  // Only a job's owner has access; to all others it doesn't exist.
  "jobs.addRows": {
    needs: "session",
    method: "POST",
    path: "/jobs/999999/rows",
    body: { rows: [{ row: 1, serialCode: "x" }] },
    answers: [404, "JobNotFound"]
  },
  "jobs.plan": { needs: "session", method: "POST", path: "/jobs/999999/plan", answers: [404, "JobNotFound"] },
  "jobs.apply": { needs: "session", method: "POST", path: "/jobs/999999/apply", answers: [404, "JobNotFound"] },
  "jobs.resume": { needs: "session", method: "POST", path: "/jobs/999999/resume", answers: [404, "JobNotFound"] },
  "jobs.cancel": { needs: "session", method: "POST", path: "/jobs/999999/cancel", answers: [404, "JobNotFound"] },
  "jobs.list": { needs: "session", path: "/jobs", answers: 200 },
  "jobs.show": { needs: "session", path: "/jobs/999999", answers: [404, "JobNotFound"] },
  "jobs.rows": { needs: "session", path: "/jobs/999999/rows", answers: [404, "JobNotFound"] },
  "jobs.failedCsv": { needs: "session", path: "/jobs/999999/failed", answers: [404, "JobNotFound"] },
  "jobs.bulkActivate": {
    needs: [2, write],
    method: "POST",
    path: "/locks/bulk-activate",
    body: { batchID: "x", facilityID: null },
    answers: 200
  },
  "inventory.assign": {
    needs: [3, write, 2],
    method: "POST",
    path: "/locks/assign-inventory-locks",
    body: { lockIds: [999999], facilityId: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "returns.process": {
    needs: [11, write],
    method: "POST",
    path: "/locks/process-lock-returns",
    body: [],
    answers: [422, "NoLockReturned"]
  },
  "returns.resend": {
    needs: [11, write],
    method: "POST",
    path: "/locks/historic-process-locks-reports",
    body: { reportId: 999999, recipientId: 999999 },
    answers: [404, "ReportNotFound"]
  },
  "returns.reports": {
    needs: [11, read],
    path: "/reports/returned-locks/facilities/999999",
    answers: [404, "FacilityNotFound"]
  },
  "returns.report": {
    needs: [11, read],
    path: "/reports/returned-locks/reports/999999",
    answers: [404, "ReportNotFound"]
  },
  "units.list": { needs: [1, read], path: "/facilities/999999/units", answers: [404, "FacilityNotFound"] },
  "imports.upload": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/import-csv?managementSoftware=0",
    body: {},
    answers: [415, "WrongContentType"]
  },
  "imports.viaStorableEdge": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/import-facilities-StorEDGE",
    body: {},
    answers: [422, "ImportFmsFailed"]
  },
  "imports.viaSitelink": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/import-facilities-SiteLink",
    body: {},
    answers: [400, "Malformed"]
  },
  "imports.viaSsmCloud": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/import-facilities-ssm",
    body: {},
    answers: [400, "Malformed"]
  },
  "imports.show": {
    needs: [5, write],
    only: facilityChangers,
    path: "/facilities/imports/999999",
    answers: [404, "ImportNotFound"]
  },
  "imports.rows": {
    needs: [5, write],
    only: facilityChangers,
    path: "/facilities/imports/999999/rows",
    answers: [404, "ImportNotFound"]
  },
  "imports.map": {
    needs: [5, write],
    only: facilityChangers,
    method: "PUT",
    path: "/facilities/imports/999999/mapping",
    body: { mapping: [] },
    answers: [404, "ImportNotFound"]
  },
  "imports.fix": {
    needs: [5, write],
    only: facilityChangers,
    method: "PUT",
    path: "/facilities/imports/999999/rows/2",
    body: { cells: [{ column: 0, text: "x" }] },
    answers: [404, "ImportNotFound"]
  },
  "imports.commit": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/imports/999999/commit",
    answers: [404, "ImportNotFound"]
  },
  "imports.resume": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/imports/999999/resume",
    answers: [404, "ImportNotFound"]
  },
  "imports.cancel": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/imports/999999/cancel",
    answers: [404, "ImportNotFound"]
  },
  "imports.errors": {
    needs: [5, write],
    only: facilityChangers,
    path: "/facilities/imports/999999/errors",
    answers: [404, "ImportNotFound"]
  },
  "drift.show": {
    needs: [1, read],
    only: allButVendors,
    path: "/facilities/999999/drift",
    answers: [404, "FacilityNotFound"]
  },
  "units.forget": {
    needs: [1, write],
    method: "DELETE",
    path: "/facilities/999999/units-cache",
    answers: [404, "FacilityNotFound"]
  },
  "facilities.list": { needs: [5, read], path: "/facilities", answers: 200 },
  "facilities.show": { needs: [5, read, 14], path: "/facilities/999999", answers: [404, "FacilityNotFound"] },
  "facilities.add": {
    needs: [5, write],
    only: facilityChangers,
    method: "POST",
    path: "/facilities/add",
    body: { facilityName: "", phoneNumber: "" },
    answers: [422, "FacilityRefused"]
  },
  "facilities.update": {
    needs: [5, write],
    only: facilityChangers,
    method: "PUT",
    path: "/facilities/update",
    body: { facilityID: 999999 },
    answers: [404, "FacilityNotFound"]
  },
  "facilities.remove": {
    needs: [5, write],
    only: facilityChangers,
    method: "DELETE",
    path: "/facilities/999999",
    answers: [404, "FacilityNotFound"]
  },
  "facilities.toggleApi": {
    needs: [10, write],
    method: "POST",
    path: "/companies/toggle-exclude-facility?facilityID=999999",
    answers: [404, "FacilityNotFound"]
  },
  ...transferCalls,
  ...fmsCalls,
  ...automationCalls,
  ...apiKeyCalls,
  ...settingsCalls,
  ...teamCalls,
  ...accountCalls,
  ...webhookCalls,
  ...roleCalls,
  ...companyCalls,
  "registry.import": {
    needs: [2, write],
    only: [1, 2],
    method: "POST",
    path: "/registry/import",
    body: { rows: [{ row: 1, serialCode: "x", unlockCode: "x" }] },
    answers: 200
  },
  "audit.list": { needs: [13, read], path: "/audit", answers: 200 },
  "audit.own": { needs: "session", path: "/audit/own", answers: 200 },
  "audit.verify": { needs: [13, read], path: "/audit/verify", answers: 200 },
  "exports.locks": {
    needs: [1, read],
    method: "POST",
    path: "/locks/export",
    body: { format: "csv", filter: "serialCode=99999999", columns: ["serialCode"] },
    answers: 200
  },
  "exports.rows": {
    needs: "session",
    method: "POST",
    path: "/exports/rows",
    body: { format: "csv", name: "x", sheet: "x", columns: [{ title: "x", kind: "text" }], rows: [] },
    answers: 200
  },
  ...subdomainCalls,
  ...supportCalls,
  ...messageCalls
}
