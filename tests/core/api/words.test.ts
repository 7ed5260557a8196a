import { describe, expect, it } from "vitest"
import * as Activation from "#core/activation/ActivationErrors.ts"
import * as Calls from "#core/api/ApiErrors.ts"
import { MethodNotAllowed } from "#core/api/MethodErrors.ts"
import { isProblem, type Problem, problemStatus, words } from "#core/api/problem.ts"
import { problemClasses } from "#core/api/problemClasses.ts"
import * as Auth from "#core/auth/AuthErrors.ts"
import { problemFacts } from "#core/base/problem.ts"
import { CompanyId, FacilityId, JobId, LockId } from "#core/base/ids.ts"
import * as Drifts from "#core/drift/DriftErrors.ts"
import * as FmsRuns from "#core/fms/FmsErrors.ts"
import * as Imports from "#core/imports/ImportErrors.ts"
import { MailId } from "#core/mail/Mail.ts"
import * as Mails from "#core/mail/MailErrors.ts"
import * as Notices from "#core/notices/NoticeErrors.ts"
import { TicketId } from "#core/support/ticketIds.ts"
import * as Units from "#core/units/UnitErrors.ts"
import * as Facilities from "#core/facilities/FacilityErrors.ts"
import { outcomeOf } from "#core/fms/FmsTestResult.ts"
import * as Jobs from "#core/jobs/JobErrors.ts"
import * as LockChanges from "#core/locks/LockChangeErrors.ts"
import * as Locks from "#core/locks/LockErrors.ts"
import * as Returns from "#core/returns/ReturnErrors.ts"
import * as Reveals from "#core/reveals/RevealErrors.ts"
import * as Transfers from "#core/transfers/TransferErrors.ts"
import * as Tickets from "#core/support/TicketErrors.ts"
import { accessFailures } from "./accessFailures.ts"
import { apiKeyFailures } from "./apiKeyFailures.ts"
import { lockSearchFailures } from "./lockSearchFailures.ts"
import { teamFailures } from "./teamFailures.ts"
import { sources } from "../../guards/sources.ts"
import { settingsFailures } from "./settingsFailures.ts"
import { subdomainFailures } from "./subdomainWords.ts"
import { webhookFailures } from "./webhookFailures.ts"

const facilityID = FacilityId.make(7)

/**
 * Every failure with its status from the settled readings and its message; a regular expression where the documents give only a
 * part.
 */
const failures: ReadonlyArray<readonly [Problem, number, string | RegExp]> = [
  ...accessFailures,
  ...teamFailures,
  [new Auth.ApiKeyNotAccepted(), 401, "This API key doesn't exist, is inactive or has expired."],
  [new Auth.SignedOut(), 401, "You have been logged out. Please log back in."],
  [new Auth.WrongCredentials({ data: {} }), 401, "Email or password is wrong."],
  [new Auth.WrongCredentials({ data: { only: "password" } }), 401, "The password is wrong."],
  [new Auth.LinkExpired(), 410, "Your link has expired."],
  [
    new Auth.AccessDenied({ data: { area: 2, level: 2 } }),
    403,
    "Insufficient Permissions: this needs Write on Activate Locks."
  ],
  ...apiKeyFailures,
  ...webhookFailures,
  [new Reveals.KeyMayNotReveal(), 403, "This API key can't reveal combinations."],
  [new Auth.TooManyRequests({ data: { retryAfter: 17 } }), 429, "Too many requests."],
  [
    new Auth.TooManyRequests({
      data: { retryAfter: 3729, limit: { what: "reveals", times: 200, seconds: 3600 } }
    }),
    429,
    "You have reached your limit of 200 reveals an hour."
  ],
  [new Auth.PasswordRefused({ data: { rule: "TooShort" } }), 422, "Password must be at least 6 characters"],
  [new Auth.PasswordRefused({ data: { rule: "TooLong" } }), 422, "Password must not exceed 40 characters"],
  [new Auth.PasswordRefused({ data: { rule: "TooCommon" } }), 422, "This password is too common."],
  [new Auth.CompanyNotFound({ data: { companyID: CompanyId.make(7) } }), 404, "There is no company 7."],
  [
    new Calls.Malformed({
      data: {
        issues: [
          { path: "a.b", message: "Missing." },
          { path: "", message: "Odd." }
        ]
      }
    }),
    400,
    "a.b: Missing. Odd."
  ],
  [new Calls.NoSuchCall(), 404, "No such endpoint."],
  [new MethodNotAllowed({ data: { allowed: ["GET", "HEAD"] } }), 405, "This endpoint takes GET, HEAD."],
  [new Calls.TooLarge({ data: { maxBytes: 1024 } }), 413, "The request is larger than 1024 bytes."],
  [new Auth.UploadsBusy({ data: { atOnce: 2 } }), 429, "Your company is uploading 2 files already."],
  [new Calls.WrongContentType({ data: { expected: ["application/json"] } }), 415, "This endpoint expects JSON."],
  [new Calls.WrongContentType({ data: { expected: ["multipart/form-data"] } }), 415, "This endpoint expects a form."],
  [new Calls.BodyEncoded(), 415, "The body of a request can't be compressed or encoded."],
  [
    new Calls.Unavailable({ data: { what: "audit" } }),
    503,
    "We couldn't write the audit record, so nothing was revealed."
  ],
  [new Calls.Unavailable({ data: { what: "database" } }), 503, "The database is not available."],
  [new Calls.SavedAlready(), 409, "This was already saved the first time you sent it."],
  [
    new Tickets.TicketRefused({ data: { issues: [{ path: "subject", message: "Subject is required." }] } }),
    422,
    "Subject is required."
  ],
  [
    new Tickets.TicketNotFound({ data: { ticketID: TicketId.make(7), image: 2 } }),
    404,
    "There is no image 2 of a ticket 7."
  ],
  [
    new Tickets.AttachmentRefused({ data: { file: null, reason: "TooManyAtOnce" } }),
    422,
    "Limits attachment count to 5."
  ],
  [
    new Tickets.AttachmentRefused({ data: { file: null, reason: "TooManyInAll" } }),
    422,
    "Limits total attachment count to 5."
  ],
  [
    new Tickets.AttachmentRefused({ data: { file: "a.png", reason: "TooLarge" } }),
    422,
    "Limits attachment size to 5MB."
  ],
  [
    new Tickets.AttachmentRefused({ data: { file: "a.txt", reason: "NotAnImage" } }),
    422,
    "Attachments are JPEG or PNG images."
  ],
  [new Calls.ServerFault(), 500, "Something went wrong on our end"],
  [new Facilities.FacilityNotFound({ data: { facilityID } }), 404, "Your company has no facility 7."],
  [
    new Facilities.FacilityRefused({ data: { issues: [{ path: "email", message: "Email is invalid" }] } }),
    422,
    "Email is invalid"
  ],
  [new Facilities.FacilityNameTaken({ data: { facilityName: "Maple St" } }), 409, "Facility name already exists"],
  [new Facilities.FmsFixed({ data: { managementSoftware: 12 } }), 422, /^Storage 360/],
  [
    new Facilities.FmsNotValidated({
      data: outcomeOf(
        2,
        { stage: "auth", code: "-98", retryAt: null, sample: null },
        { latencyMs: 1, callsUsed: 1, simulated: false }
      )
    }),
    422,
    "FMS failed to validate"
  ],
  [
    new Facilities.FacilityInUse({ data: { facilityID, locksInUse: 2 } }),
    409,
    "Unable to delete a facility with locks still assigned to units"
  ],
  [
    new Facilities.FacilityChangedMeanwhile({ data: { facilityID, version: 2, updatedBy: "Ada Marsh" } }),
    409,
    "This facility was changed by Ada Marsh since you opened it."
  ],
  [
    new Drifts.DriftNeedsUnits({ data: { facilityID, reason: "LocksOnly" } }),
    422,
    "The company's plan doesn't include units, so there is nothing to compare locks with."
  ],
  [new FmsRuns.FmsRunNotFound(), 404, "FMS test run not found."],
  [new FmsRuns.FmsNothingToTest(), 422, "None of these facilities has an FMS connection to test."],
  [
    new Imports.ImportFileRefused({ data: { reason: "NotCsv", line: 3, column: 2, detail: null } }),
    422,
    "This isn't a valid CSV file. It stops at row 3, column 2."
  ],
  [
    new Imports.ImportFileRefused({
      data: { reason: "WhichSheet", line: null, column: null, detail: null, sheets: ["A", "B"] }
    }),
    422,
    "The workbook has 2 sheets with content: A, B."
  ],
  [new Imports.ImportNotFound(), 404, "Import not found."],
  [new Imports.ImportRowNotFound(), 404, "This import doesn't have that row or column."],
  [
    new Imports.ImportMappingRefused({ data: { reason: "Twice", field: null } }),
    422,
    "Two columns can't be mapped to the same field."
  ],
  [
    new Imports.ImportFmsFailed({ data: { managementSoftware: 2, stage: "dns", code: "ENOTFOUND", retryAt: null } }),
    422,
    /^Unable to connect to /
  ],
  [new Mails.MailNotFound({ data: { mailID: MailId.make(7) } }), 404, "The outbox has no message 7."],
  [new Mails.MailFileNotFound({ data: { mailID: MailId.make(7) } }), 404, "Message 7 has no attachment here."],
  [
    new Notices.BroadcastRefused({ data: { issues: [{ path: "title", message: "Title is required." }] } }),
    422,
    "Title is required."
  ],
  [
    new Units.UnitsUnavailable({ data: { facilityID, reason: "Unable to connect.", next: "Try again." } }),
    503,
    "Couldn't load the facility's units: Unable to connect."
  ],
  [new Transfers.TransferNotFound(), 404, "The token provided is expired or invalid."],
  [new Transfers.TransferExpired(), 410, "Transfer request expired."],
  [new Transfers.TransferAlreadyAccepted({ data: { facilityID, facilityName: "Maple St" } }), 401, "Invalid Token"],
  [new Transfers.TransferNotYours(), 403, /^Insufficient Permissions: /],
  [new Transfers.TransferEmailInvalid(), 422, "Email is invalid"],
  [new Transfers.TransferSameCompany(), 422, "Facility cannot be transferred to the same company."],
  [new Locks.LockNotFound(), 404, "A lock matching the entered serial code could be found."],
  [new Locks.LockDetailDenied(), 403, /^Insufficient Permissions: /],
  [new Locks.LogNotFound(), 404, "Log entry not found."],
  ...lockSearchFailures,
  [new Reveals.RevealDenied(), 403, "You do not have permissions to see lock codes. Please contact your supervisor."],
  [new Reveals.RevealNotOffered(), 422, "Combinations are revealed only while 'Hide All Lock Codes' is on."],
  [new Reveals.ReasonRequired(), 422, "A reveal needs a reason of at most 500 characters."],
  [new Activation.SerialNotFound(), 404, /^There was an error activating this lock\. Please check the serial code/],
  [
    new Activation.LockAlreadyActive({
      data: { lockID: LockId.make(1), facilityID: FacilityId.make(2), facilityName: "Maple St" }
    }),
    409,
    "This lock is already activated at Maple St"
  ],
  [new Activation.LockNotAvailable({ data: { lockID: LockId.make(1) } }), 422, "Lock is not set to Available"],
  [
    new Activation.LockLimitReached({ data: { facilityID: FacilityId.make(2), countedLocks: 100, maxLocks: 100 } }),
    422,
    /^Lock limit will be exceeded/
  ],
  [
    new LockChanges.LockChangedMeanwhile({
      data: {
        lockID: LockId.make(1),
        serialCode: "10000001",
        facilityID: null,
        facilityName: null,
        isActive: true,
        unitNumber: null,
        color: -256,
        viewCount: 0
      }
    }),
    409,
    /^This lock was changed by someone else/
  ],
  [new LockChanges.LockInactive({ data: { lockID: LockId.make(1) } }), 422, "This lock is not active."],
  [
    new LockChanges.StatusRefused({ data: { from: 1003, to: 1001, choices: [1006] } }),
    422,
    "You cannot change a lock from Returned to Dropbox to Available."
  ],
  [
    new LockChanges.UnitRefused({ data: { reason: "Taken", unitNumber: "B-1" } }),
    422,
    "Unable to assign multiple locks to this unit."
  ],
  [
    new LockChanges.UnitRefused({ data: { reason: "NotEditable", unitNumber: "B-1" } }),
    422,
    "Call Center Agents can't edit a lock's unit."
  ],
  [
    new LockChanges.UnitRefused({ data: { reason: "Required", unitNumber: null } }),
    422,
    "Unit is required for this status."
  ],
  [
    new LockChanges.UnitRefused({ data: { reason: "Inventory", unitNumber: "B-1" } }),
    422,
    "Locks in the inventory have no unit."
  ],
  [
    new LockChanges.TransferRefused({ data: { reason: "NotOffered" } }),
    422,
    "Call Center Agents can't transfer locks."
  ],
  [new LockChanges.TransferRefused({ data: { reason: "Inventory" } }), 422, /^This lock is in the inventory/],
  [new LockChanges.TransferRefused({ data: { reason: "ToInventory" } }), 422, "This lock can't go back to inventory."],
  [
    new LockChanges.CombinationRefused({ data: { reason: "NoPermission", status: 1001 } }),
    422,
    "You don't have permission to edit a lock's combination"
  ],
  [
    new LockChanges.CombinationRefused({ data: { reason: "Status", status: 1006 } }),
    422,
    "The combination of a lock in Tenant Using Lock can't be changed."
  ],
  [new LockChanges.UndoRefused({ data: { reason: "MovedSince" } }), 409, "The lock has changed since."],
  [new Jobs.JobNotFound(), 404, "Job not found."],
  [
    new Jobs.JobUnfinished({ data: { jobID: JobId.make(7), done: 2, total: 5 } }),
    409,
    "Job 7 with the same rows isn't finished: 2 of 5 are done."
  ],
  [
    new Jobs.JobStateRefused({ data: { jobID: JobId.make(7), state: "done" } }),
    409,
    "Job 7 is done, so you can't do this."
  ],
  [
    new Jobs.JobRowsMissing({ data: { jobID: JobId.make(7), total: 1200, expected: 5000 } }),
    409,
    "Job 7 can't start: only 1,200 of 5,000 rows were sent."
  ],
  [new Jobs.JobRowsRefused({ data: { reason: "None", most: 5 } }), 422, "The job has no rows."],
  [new Jobs.JobRowsRefused({ data: { reason: "TooMany", most: 5 } }), 422, "A job has at most 5 rows."],
  [new Jobs.RowNotPlanned(), 409, "This changed after the job was planned, so it was left alone."],
  [new Returns.NoLockReturned(), 422, "Please update at least one lock"],
  [new Returns.RecipientMissing(), 422, "Please select a user to send the report to"],
  [new Returns.RecipientNotFound(), 404, "Your company has no such active user."],
  [new Returns.ReturnsRefused({ data: { lockIDs: [LockId.make(1)] } }), 422, "Something went wrong with the locks"],
  [new Returns.ReportNotFound(), 404, "Report not found."],
  [
    new Activation.LockAlreadyActive({ data: { lockID: null, facilityID: null, facilityName: "another facility" } }),
    409,
    "This lock is already activated at another facility"
  ],
  [
    new Activation.LockAlreadyActive({
      data: { lockID: LockId.make(1), facilityID: null, facilityName: "the inventory" }
    }),
    409,
    "This lock is already in the inventory."
  ],
  ...subdomainFailures,
  ...settingsFailures
]

describe("failure messages", () => {
  it.each(failures.map((row) => [row[0]._tag, ...row] as const))("%s", (_, problem, status, sentence) => {
    const { error, next } = words(problem)
    if (typeof sentence === "string") expect(error).toBe(sentence)
    else expect(error).toMatch(sentence)
    expect(next).toMatch(/^[A-Z].*[.]$/)
    expect(problemStatus(problem)).toBe(status)
    expect(problem[problemFacts].retryAfter !== undefined).toBe([429, 503].includes(status))
    expect(isProblem(problem)).toBe(true)
  })

  it("exist for every failure", () => {
    const tags = sources("core").flatMap(({ text }) =>
      [...text.matchAll(/ defineProblem<(\w+)>\(\)\(\{$/gm)].map(([, tag = ""]) => tag)
    )
    expect([...new Set(failures.map(([{ _tag }]) => _tag))].toSorted()).toEqual(tags.toSorted())
    expect(problemClasses.map(({ identifier }) => identifier).toSorted()).toEqual(tags.toSorted())
  })

  it("fit every surface: the console and the terminal", () => {
    const console = /reload|refresh|click|\btap\b|\bscreen\b|\bbutton\b/i
    const texts = failures.map(([problem]) => Object.values(words(problem)).join(" "))
    expect(texts.filter((text) => console.test(text))).toEqual([])
  })

  it("use the singular for one", () => {
    expect(words(new Auth.TooManyRequests({ data: { retryAfter: 1 } })).next).toBe("Wait 1 second and try again.")
    expect(words(new Auth.TooManyRequests({ data: { retryAfter: 3600 } })).next).toBe("Try again in about 1 hour.")
    expect(words(new Auth.UploadsBusy({ data: { atOnce: 1 } })).error).toBe("Your company is uploading 1 file already.")
  })

  it("say what to do where the documents do", () => {
    const next = (tag: string) => words(failures.find(([{ _tag }]) => _tag === tag)?.[0] ?? expect.unreachable()).next
    expect(next("LockLimitReached")).toBe("Choose another facility or contact support.")
    expect(next("SerialNotFound")).toContain("contact support")
    expect(next("LockAlreadyActive")).toMatch(/^Transfer it/)
    expect(next("TooManyRequests")).toBe("Wait 17 seconds and try again.")
    expect(next("UploadsBusy")).toBe("Wait 10 seconds and try again.")
    expect(next("Unavailable")).toMatch(/^Wait 5 seconds and try again\. If it continues, /)
    expect(words(new Auth.RoleNotAllowed({ data: { roles: [1] } })).next).toBe("Contact support.")
    expect(words(new Auth.RoleNotAllowed({ data: { roles: [1, 4] } })).next).toMatch(/^Ask an admin/)
    expect(words(new Auth.FeatureNotIncluded({ data: { feature: 8, access: 0 } })).next).toBe("Contact support.")
    expect(words(new Auth.FeatureNotIncluded({ data: { feature: 8, access: 2 } })).next).toBe(
      "It is part of the Plus plan and above. Upgrade your plan to use it."
    )
  })

  it("exist only for failures", () => {
    for (const value of [
      null,
      undefined,
      "SignedOut",
      {},
      { _tag: "SqlError" },
      { _tag: "toString" },
      new Error("x")
    ]) {
      expect([value, isProblem(value)]).toEqual([value, false])
    }
  })
})
