import type * as Activation from "#core/activation/ActivationErrors.ts"
import type * as Auth from "#core/auth/AuthErrors.ts"
import { AccessLevel, Area } from "#core/auth/permissions.ts"
import { Role } from "#core/auth/roles.ts"
import { emailWords } from "#core/base/fieldWords.ts"
import { Feature, FeatureAccess } from "#core/companies/features.ts"
import type * as Drifts from "#core/drift/DriftErrors.ts"
import type * as Facilities from "#core/facilities/FacilityErrors.ts"
import { faultWords } from "#core/fms/fmsStages.ts"
import { Fms } from "#core/fms/fmsSystems.ts"
import type * as FmsRuns from "#core/fms/FmsErrors.ts"
import type * as Imports from "#core/imports/ImportErrors.ts"
import { whichSheetWords } from "#core/base/files/tableFileFaults.ts"
import { fileFaultWords } from "#core/imports/fileFaults.ts"
import type * as Jobs from "#core/jobs/JobErrors.ts"
import type * as LockChanges from "#core/locks/LockChangeErrors.ts"
import type * as Locks from "#core/locks/LockErrors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import type * as Mails from "#core/mail/MailErrors.ts"
import type * as Notices from "#core/notices/NoticeErrors.ts"
import type * as Returns from "#core/returns/ReturnErrors.ts"
import type * as Reveals from "#core/reveals/RevealErrors.ts"
import type * as Units from "#core/units/UnitErrors.ts"
import type * as Transfers from "#core/transfers/TransferErrors.ts"
import type * as Tickets from "#core/support/TicketErrors.ts"
import type * as Calls from "./ApiErrors.ts"

type Instances<M> = { [K in keyof M]: M[K] extends new (...args: never) => infer I ? I : never }[keyof M]

/** Every failure a call can answer with. */
export type Problem =
  | Instances<typeof Activation>
  | Instances<typeof Auth>
  | Instances<typeof Drifts>
  | Instances<typeof Facilities>
  | Instances<typeof FmsRuns>
  | Instances<typeof Locks>
  | Instances<typeof LockChanges>
  | Instances<typeof Imports>
  | Instances<typeof Jobs>
  | Instances<typeof Mails>
  | Instances<typeof Notices>
  | Instances<typeof Returns>
  | Instances<typeof Reveals>
  | Instances<typeof Units>
  | Instances<typeof Transfers>
  | Instances<typeof Tickets>
  | Instances<typeof Calls>

/** What a person reads of a failure: what happened, and what to do next. */
export interface Words {
  readonly error: string
  readonly next: string
}

type Table = { readonly [Tag in Problem["_tag"]]: (problem: Extract<Problem, { readonly _tag: Tag }>) => Words }

const unexpected = "Something went wrong on our end"
const askAnAdmin = "Ask an admin of your company for access."

const unitWords = {
  NotEditable: { error: "Call Center Agents cannot edit the unit of a lock.", next: askAnAdmin },
  NoUnit: { error: "A lock in this status has no unit.", next: "Set a status that has a unit first." },
  Required: { error: "Unit is required for this status.", next: "Give the unit the lock is on." },
  Inventory: { error: "A lock in the inventory is in no unit.", next: "Assign it to a facility first." },
  Taken: {
    error: "Unable to assign multiple locks to this unit.",
    next: "Choose another unit, or free this one first."
  }
} as const

const transferWords = {
  NotOffered: { error: "Call Center Agents cannot transfer a lock.", next: askAnAdmin },
  Inventory: {
    error: "This lock is in the inventory and has no facility yet.",
    next: "Assign it to a facility from the inventory."
  },
  ToInventory: { error: "This lock can't go back to inventory.", next: "Choose the facility it goes to." }
} as const

const jobWords = {
  receiving: "not started",
  applying: "under way",
  done: "done",
  cancelled: "cancelled"
} as const

const undoWords = {
  NotYours: "You can't undo that change.",
  OtherSession: "A change is taken back in the session that made it.",
  NotUndoable: "This change cannot be taken back.",
  MovedSince: "The lock was changed since.",
  NoWayBack: "The facility it came from is closed or full.",
  UnitTaken: "Another lock is in the unit it came from."
} as const

const mappingWords = {
  Length: "The file has another number of columns.",
  Unknown: "The columns of this import cannot be this field.",
  Twice: "Two columns cannot be the same field."
} as const

const driftWords = {
  NoSoftware: {
    error: "This facility has no management software, so there is nothing to compare its locks with.",
    next: "Choose its FMS in the form of the facility."
  },
  NotConnected: {
    error: "The management software of this facility doesn't report units, so its locks cannot be compared.",
    next: "Connect the facility to its FMS; those that are reached by files only cannot be compared."
  },
  LocksOnly: {
    error: "Your plan has locks and no units, so there is nothing to compare them with.",
    next: "Upgrade your plan to use it."
  }
} as const

const attachmentWords = {
  TooManyAtOnce: "Limits attachment count to 5.",
  TooManyInAll: "Limits total attachment count to 5.",
  TooLarge: "Limits attachment size to 5MB.",
  NotAnImage: "Attachments are JPEG or PNG images."
} as const

/** The words of every failure, in one table. Sentences of the documents stay exact, '(sic)' included (000 §8, 001 §8). */
const table: Table = {
  SignedOut: () => ({ error: "You have been logged out. Please log back in.", next: "Sign in again." }),
  WrongCredentials: () => ({
    error: "E-mail or password is wrong.",
    next: "Check both and try again, or use the forgot-password link."
  }),
  LinkExpired: () => ({ error: "Your link has expired.", next: "Request a new one." }),
  AccessDenied: ({ data }) => ({
    error: `Insufficient Permissions: this needs ${AccessLevel.label(data.level)} on ${Area.label(data.area)}.`,
    next: askAnAdmin
  }),
  RoleNotAllowed: ({ data }) => ({
    error: `Insufficient Permissions: only ${data.roles.map((role) => Role.label(role)).join(" and ")} may do this.`,
    next: askAnAdmin
  }),
  FeatureNotIncluded: ({ data }) => ({
    error: `Your plan does not include ${Feature.label(data.feature)}.`,
    next: data.access === FeatureAccess.id.Upgradeable ? "Upgrade your plan to use it." : "Contact support."
  }),
  TooManyRequests: ({ data }) => ({
    error: "Too many requests.",
    next: `Wait ${data.retryAfter} seconds and try again.`
  }),
  CompanyNotFound: ({ data }) => ({
    error: `No company has the id ${data.companyID}.`,
    next: "Leave companyID out to act for your own company."
  }),
  PasswordRefused: ({ data }) => ({
    error: {
      TooShort: "Password must be at least 6 characters",
      TooLong: "Password must not exceed 40 characters",
      TooCommon: "This password is among the most common ones."
    }[data.rule],
    next: "Choose another password."
  }),
  Malformed: ({ data }) => ({
    error: data.issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join(" "),
    next: "Correct the fields named and send again."
  }),
  NoSuchCall: () => ({ error: "No such endpoint.", next: "See /api/docs for the calls there are." }),
  TooLarge: ({ data }) => ({
    error: `The request is larger than ${data.maxBytes} bytes.`,
    next: "Send it in smaller pieces."
  }),
  UploadsBusy: ({ data }) => ({
    error: `Your company is uploading ${data.atOnce} files already.`,
    next: "Wait until they are read, then upload this one again."
  }),
  WrongContentType: () => ({
    error: "This call reads JSON.",
    next: "Send the body as application/json."
  }),
  Unavailable: ({ data }) => ({
    error:
      data.what === "audit"
        ? "The audit record could not be written, so nothing was revealed."
        : "The database is not available. Nothing was changed.",
    next: "Try again in a moment; if it continues, contact your administrator."
  }),
  ServerFault: () => ({ error: unexpected, next: "Try again; if it happens again, report the request id." }),
  FacilityNotFound: ({ data }) => ({
    error: `No facility of your company has the id ${data.facilityID}.`,
    next: "Choose one of your facilities."
  }),
  UnitsUnavailable: ({ data }) => ({
    error: `The units of the facility could not be read: ${data.reason}`,
    next: "Try again in a moment; a unit can be typed meanwhile."
  }),
  DriftNeedsUnits: ({ data }) => driftWords[data.reason],
  FacilityRefused: ({ data }) => ({
    error: data.issues.map(({ message }) => message).join(" "),
    next: "Correct the fields named and save again."
  }),
  FacilityNameTaken: () => ({ error: "Facility name already exists", next: "Choose another name." }),
  FmsFixed: ({ data }) => ({
    error: `${Fms.label(data.managementSoftware)} is not chosen or changed here.`,
    next: "Please contact support to change it."
  }),
  FmsNotValidated: ({ data }) => ({
    error: "FMS failed to validate",
    next: [data.errorMessage, data.nextAction].filter((part) => part !== null).join(". ")
  }),
  FacilityInUse: ({ data }) => ({
    error: "Unable to delete a facility with locks still assigned to units",
    next: `Return or transfer the ${data.locksInUse === 1 ? "lock" : `${data.locksInUse} locks`} in use there first.`
  }),
  FacilityChangedMeanwhile: () => ({
    error: "This facility was changed by someone else since you opened it. Your edits weren't saved.",
    next: "Look at it as it is now and make your change again."
  }),
  TransferNotFound: () => ({
    error: "The token provided is expired or invalid.",
    next: "Ask whoever offered the facility to send a new transfer."
  }),
  TransferExpired: () => ({
    error: "Transfer request expired.",
    next: "Ask whoever offered the facility to send a new transfer."
  }),
  TransferAlreadyAccepted: ({ data }) => ({
    error: "Invalid Token",
    next: `${data.facilityName} was previously accepted.`
  }),
  TransferNotYours: () => ({
    error: "Insufficient Permissions: this transfer was sent to another e-mail address.",
    next: "Sign in with the e-mail address that got the mail."
  }),
  TransferEmailInvalid: () => ({
    error: emailWords,
    next: "Give the e-mail address of an admin of the other company."
  }),
  TransferSameCompany: () => ({
    error: "Facility cannot be transferred to the same company.",
    next: "Give the e-mail address of an admin of another company."
  }),
  LockNotFound: () => ({
    error: "A lock matching the entered serial code could be found.",
    next: "Check the lock's 8 digits."
  }),
  LockDetailDenied: () => ({
    error: "Insufficient Permissions: locks in this status are closed to Restricted Personnel.",
    next: askAnAdmin
  }),
  LogNotFound: () => ({ error: "No log entry has this id.", next: "Open the log of the lock again." }),
  SearchRefused: ({ data }) => ({
    error: `'${data.part}' is not a valid search. Expected ${data.expected}.`,
    next: "Correct the filter or sort and search again."
  }),
  RevealDenied: () => ({
    error: "You do not have permissions to see lock codes. Please contact your supervisor.",
    next: "Ask your supervisor."
  }),
  RevealNotOffered: () => ({
    error: "Combinations are revealed only while 'Hide All Lock Codes' is on.",
    next: "An admin can switch it on in Settings."
  }),
  ReasonRequired: () => ({
    error: "A reveal needs a reason of at most 500 characters.",
    next: "Choose one of the reasons, or explain your own."
  }),
  SerialNotFound: () => ({
    error: "There was an error activating this lock. Please check the serial code and try again.",
    next: "Check the 8 digits; if they are right, contact support."
  }),
  LockAlreadyActive: ({ data }) => ({
    error:
      data.facilityID === null && data.lockID !== null
        ? "This lock is already in the inventory."
        : `This lock is already activated at ${data.facilityName}`,
    next:
      data.lockID === null
        ? "Ask an admin of your company to transfer it."
        : data.facilityID === null
          ? "Assign it to a facility from the inventory."
          : "Transfer it to this facility instead."
  }),
  LockNotAvailable: () => ({
    error: "Lock is not set to Available",
    next: "Set the lock to Available first."
  }),
  LockLimitReached: ({ data }) => ({
    error: `Lock limit will be exceeded: the facility counts ${data.countedLocks} of ${data.maxLocks} locks.`,
    next: "Choose another facility or contact support."
  }),
  LockChangedMeanwhile: () => ({
    error: "This lock was changed by someone else since you opened it. Your edits weren't saved.",
    next: "Look at it as it is now and make your change again."
  }),
  LockInactive: () => ({ error: "This lock is not active.", next: "Activate it at a facility first." }),
  StatusRefused: ({ data }) => ({
    error: `You cannot change a lock from ${LockStatus.label(data.from)} to ${LockStatus.label(data.to)}.`,
    next:
      data.choices.length === 0
        ? askAnAdmin
        : `Choose ${data.choices.map((status) => LockStatus.label(status)).join(", ")}.`
  }),
  UnitRefused: ({ data }) => unitWords[data.reason],
  TransferRefused: ({ data }) => transferWords[data.reason],
  CombinationRefused: ({ data }) =>
    data.reason === "NoPermission"
      ? { error: "You don't have permission to edit a lock's combination", next: askAnAdmin }
      : {
          error: `The combination of a lock in ${LockStatus.label(data.status)} cannot be changed.`,
          next: "Set the lock to Available first."
        },
  NoLockReturned: () => ({
    error: "Please update at least one lock",
    next: "Choose Available, Lost, Tenant Using or Damaged for a lock."
  }),
  RecipientMissing: () => ({
    error: "Please select a user to send the report to",
    next: "Choose who gets the report."
  }),
  RecipientNotFound: () => ({
    error: "No active user of your company has this id.",
    next: "Choose one of your company's users."
  }),
  ReturnsRefused: () => ({
    error: "Something went wrong with the locks",
    next: "Load the returned locks of one facility again; nothing was changed."
  }),
  ReportNotFound: () => ({ error: "No report of yours has this id.", next: "Choose one from the list of reports." }),
  JobNotFound: () => ({ error: "Job not found.", next: "See the list of jobs." }),
  JobUnfinished: ({ data }) => ({
    error: `Job ${data.jobID} of the same rows is not finished: ${data.done} of ${data.total} are done.`,
    next: "Resume it or cancel it."
  }),
  JobStateRefused: ({ data }) => ({
    error: `Job ${data.jobID} is ${jobWords[data.state]}, so this cannot be done with it.`,
    next: "Look at the job as it is now."
  }),
  JobRowsRefused: ({ data }) =>
    data.reason === "None"
      ? { error: "The job has no rows.", next: "Send its rows first." }
      : { error: `A job has at most ${data.most} rows.`, next: "Split it into smaller jobs." },
  ImportFileRefused: ({ data }) => {
    if (data.sheets !== undefined) return whichSheetWords(data.sheets, data.detail)
    const { error, next } = fileFaultWords[data.reason]
    const place = [
      ...(data.line === null ? [] : [`line ${data.line}`]),
      ...(data.column === null ? [] : [`column ${data.column}`])
    ].join(", ")
    return {
      error: [
        error,
        ...(place === "" ? [] : [`It stops at ${place}.`]),
        ...(data.detail === null ? [] : [data.detail])
      ].join(" "),
      next
    }
  },
  ImportNotFound: () => ({ error: "No import of yours has this id.", next: "Choose the file again." }),
  ImportRowNotFound: () => ({ error: "The import has no such row or column.", next: "Look at its rows again." }),
  ImportMappingRefused: ({ data }) => ({
    error: mappingWords[data.reason],
    next: "Choose for each column what it is, or that it is left out."
  }),
  ImportFmsFailed: ({ data }) => {
    const { message, nextAction } = faultWords(data.managementSoftware, data)
    return { error: message, next: nextAction }
  },
  MailNotFound: ({ data }) => ({
    error: `The outbox has no message ${data.mailID}.`,
    next: "List the outbox to see the messages of your company."
  }),
  BroadcastRefused: ({ data }) => ({
    error: data.issues.map(({ message }) => message).join(" "),
    next: "Correct the fields named and send again."
  }),
  TicketRefused: ({ data }) => ({
    error: data.issues.map(({ message }) => message).join(" "),
    next: "Correct the fields named and send again."
  }),
  AttachmentRefused: ({ data }) => ({
    error: attachmentWords[data.reason],
    next: data.file === null ? "Leave some out and send again." : `Leave out ${data.file} and send again.`
  }),
  TicketNotFound: ({ data }) => ({
    error: `There is no image ${data.image} of a ticket ${data.ticketID}.`,
    next: "List the tickets to see which images they have."
  }),
  FmsRunNotFound: () => ({ error: "No run of FMS tests of yours has this id.", next: "Start a new one." }),
  FmsNothingToTest: () => ({
    error: "None of these facilities has an FMS connection to test.",
    next: "Connect a facility to its FMS first; those that are reached by CSV only have nothing to test."
  }),
  UndoRefused: ({ data }) => ({ error: undoWords[data.reason], next: "Look at the lock as it is now." })
}

/** The words of a failure. */
export const words = (problem: Problem): Words => (table[problem._tag] as (problem: Problem) => Words)(problem)

/** Whether a value is one of the failures above. */
export const isProblem = (value: unknown): value is Problem =>
  typeof value === "object" && value !== null && "_tag" in value && Object.hasOwn(table, String(value._tag))
