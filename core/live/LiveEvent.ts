import { Schema } from "effect"
import { CompanyId, FacilityId, FmsRunId, JobId, LockId, NoticeId, SubdomainId, UserId } from "#core/base/ids.ts"

/**
 * Topics: the things that an event reports as changed, the things a command changes, and the first element of a query
 * key. Each topic refreshes everything that shows it.
 */
export const topics = [
  "locks",
  "facilities",
  "users",
  "imports",
  "audit",
  "registry",
  "session",
  "jobs",
  "returns",
  "fms",
  "automations",
  "integrations",
  "settings",
  "roles",
  "subdomains",
  "companies"
] as const
export type Topic = (typeof topics)[number]

/** Server-to-client calls of the hub (002 §4; DECISIONS: their names) and the topic each one refreshes. */
export const hubEvents = {
  updateLock: "locks",
  updateFacility: "facilities",
  updateUser: "users",
  importFacilityProgress: "imports",
  importUserProgress: "imports",
  updateJob: "jobs",
  updateFmsTests: "fms",
  updateAutomations: "automations",
  updateIntegrations: "integrations",
  updateSettings: "settings",
  updateRoles: "roles",
  updateSubdomain: "subdomains",
  updateCompany: "companies"
} as const satisfies Readonly<Record<string, Topic>>
export type HubEventName = keyof typeof hubEvents

/** Notices the hub pushes as toasts (000 §7). */
export const hubNotices = ["notifySuccess", "notifyWarning"] as const

/** The content of an event: the ids that changed, never a combination. */
export const LiveEvent = Schema.Union([
  Schema.Struct({ event: Schema.Literal("updateLock"), lockIDs: Schema.Array(LockId) }),
  Schema.Struct({ event: Schema.Literal("updateFacility"), facilityIDs: Schema.Array(FacilityId) }),
  Schema.Struct({ event: Schema.Literal("updateUser"), userIDs: Schema.Array(UserId) }),
  Schema.Struct({
    event: Schema.Literals(["importFacilityProgress", "importUserProgress"]),
    importID: JobId,
    percent: Schema.Number,
    done: Schema.Int,
    total: Schema.Int
  }),
  /** The progress of a job (PRODUCT: plan, apply, ledger, resume). `failed` of the done rows were refused. */
  Schema.Struct({
    event: Schema.Literal("updateJob"),
    jobID: JobId,
    state: Schema.String,
    total: Schema.Int,
    done: Schema.Int,
    failed: Schema.Int
  }),
  /** The progress of an FMS test run; the client fetches the results. */
  Schema.Struct({
    event: Schema.Literal("updateFmsTests"),
    runID: FmsRunId,
    state: Schema.String,
    total: Schema.Int,
    done: Schema.Int,
    failed: Schema.Int
  }),
  Schema.Struct({ event: Schema.Literal("updateSubdomain"), subdomainIDs: Schema.Array(SubdomainId) }),
  /** Companies changed in the head office's list. */
  Schema.Struct({ event: Schema.Literal("updateCompany"), companyIDs: Schema.Array(CompanyId) }),
  /** A company's automations changed; the client fetches them. */
  Schema.Struct({ event: Schema.Literal("updateAutomations") }),
  /** A company's API keys or webhooks changed; the client fetches them. */
  Schema.Struct({ event: Schema.Literal("updateIntegrations") }),
  /** A company's settings changed, and with them parts of its users' own data. */
  Schema.Struct({ event: Schema.Literal("updateSettings") }),
  /** The permissions of a role changed. */
  Schema.Struct({ event: Schema.Literal("updateRoles") }),
  /** A new notice in the recipient's inbox (`core/notices`). */
  Schema.Struct({
    event: Schema.Literals(hubNotices),
    noticeID: NoticeId,
    message: Schema.String,
    next: Schema.optionalKey(Schema.String),
    path: Schema.optionalKey(Schema.String),
    /** The company that the notice is about. */
    companyID: Schema.optionalKey(CompanyId)
  })
])
export type LiveEvent = typeof LiveEvent.Type
