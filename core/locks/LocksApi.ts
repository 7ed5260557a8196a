import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { withExample } from "#core/base/withExample.ts"
import {
  LockAlreadyActive,
  LockLimitReached,
  LockNotAvailable,
  SerialNotFound
} from "#core/activation/ActivationErrors.ts"
import { DeclaredDryRun } from "#core/auth/DryRun.ts"
import { DeclaredAccess, reads, writes } from "#core/auth/Access.ts"
import { TooManyRequests } from "#core/auth/AuthErrors.ts"
import { Area } from "#core/auth/permissions.ts"
import { lockStatusRoles } from "#core/auth/roles.ts"
import { FacilityId, Instant, LockId, LogId, SerialCode, UnlockCode } from "#core/base/ids.ts"
import { changed, companyQuery, Count, Page, success } from "#core/base/paging.ts"
import { wire } from "#core/base/problem.ts"
import { FacilityNotFound } from "#core/facilities/FacilityErrors.ts"
import { KeyMayNotReveal, ReasonRequired, RevealDenied, RevealNotOffered } from "#core/reveals/RevealErrors.ts"
import { maxReasonLength } from "#core/reveals/revealReasons.ts"
import { Lock, LockLog, ShownLock } from "./Lock.ts"
import { LockDetailDenied, LockNotFound, LogNotFound } from "./LockErrors.ts"
import { SearchNotShown, SearchRefused } from "./LockSearchErrors.ts"
import { SyncedLocks } from "./SyncedLocks.ts"
import { wholeListType } from "./wholeList.ts"

/** A page of the lock search. `totalCount` counts every match. */
export const FoundLocks = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(ShownLock),
  totalCount: Schema.Int
})
export type FoundLocks = typeof FoundLocks.Type

/** A page of a lock's log, newest first. `next` is where the next page starts, null on the last one. */
export const LockLogs = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(LockLog),
  next: Schema.NullOr(LogId)
})
export type LockLogs = typeof LockLogs.Type

/** The response to an approved reveal: the lock, its combination, and the audit record of the reveal. */
export const RevealedLock = Schema.Struct({ ...Lock.fields, unlockCode: UnlockCode, auditSeq: Schema.Int })
export type RevealedLock = typeof RevealedLock.Type

/** `after` of the previous page: milliseconds, lockID and, in a pull of the whole list, the instant that pull started. */
const cursor = /^\d{1,16}\.\d{1,10}(\.\d{1,16})?$/u

const FilterText = Schema.String.check(Schema.isMaxLength(2000))

export class LocksApi extends HttpApiGroup.make("locks")
  .add(
    HttpApiEndpoint.get("sync", "/locks", {
      query: {
        ...companyQuery,
        facilityID: Schema.optional(FacilityId),
        lastPulled: Schema.optional(Instant),
        after: Schema.optional(Schema.String.check(Schema.isPattern(cursor))),
        count: Schema.optional(Count)
      },
      success: SyncedLocks
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Summary, "Locks changed since a last-pulled timestamp"),
    HttpApiEndpoint.get("whole", "/locks/whole", {
      query: {
        ...companyQuery,
        after: Schema.optional(Schema.String.check(Schema.isPattern(cursor))),
        /** The number of locks per page. */
        count: Schema.optional(Count)
      },
      success: HttpApiSchema.StreamUint8Array({ contentType: wholeListType })
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Summary, "The whole synced list as packed columns, piece after piece, for the console"),
    HttpApiEndpoint.get("search", "/locks/search", {
      query: {
        ...companyQuery,
        filter: Schema.optional(FilterText),
        sort: Schema.optional(FilterText),
        count: Schema.optional(Count),
        page: Schema.optional(Page),
        shouldCache: Schema.optional(Schema.Literals(["true", "false"]))
      },
      success: FoundLocks,
      error: [wire(SearchRefused), wire(SearchNotShown)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Summary, "Search locks: filter 'key=value;...', sort 'field=direction'"),
    HttpApiEndpoint.get("logs", "/locks/logs", {
      query: {
        ...companyQuery,
        lockID: LockId,
        /** Only lines before this one: `next` of the previous page. */
        from: Schema.optional(LogId),
        count: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
      },
      success: LockLogs,
      error: [wire(LockNotFound), wire(LockDetailDenied)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks, { roles: lockStatusRoles }))
      .annotate(OpenApi.Summary, "The log of a lock, newest first, page by page"),
    HttpApiEndpoint.get("log", "/locks/logs/:id", {
      params: { id: LogId },
      query: companyQuery,
      success: success(LockLog),
      error: [wire(LogNotFound), wire(LockDetailDenied)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks, { roles: lockStatusRoles }))
      .annotate(OpenApi.Summary, "One line of a lock's log"),
    HttpApiEndpoint.get("show", "/locks/:id", {
      params: { id: LockId },
      query: companyQuery,
      success: success(ShownLock),
      error: [wire(LockNotFound), wire(LockDetailDenied)]
    })
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Summary, "One lock"),
    HttpApiEndpoint.post("activate", "/locks/activate-lock", {
      query: companyQuery,
      payload: Schema.Struct({ serialCode: SerialCode, facilityID: FacilityId }),
      success: changed(Lock),
      error: [FacilityNotFound, SerialNotFound, LockAlreadyActive, LockNotAvailable, LockLimitReached].map(wire)
    })
      .annotate(DeclaredAccess, writes(Area.id.ActivateLocks))
      .annotate(OpenApi.Transform, withExample({ serialCode: "20000001", facilityID: 1 }))
      .annotate(OpenApi.Summary, "Activate a lock at a facility"),
    HttpApiEndpoint.post("reveal", "/locks/reveal-unlock-code", {
      query: companyQuery,
      payload: Schema.Struct({
        serialCode: SerialCode,
        reason: Schema.String.check(Schema.isMaxLength(maxReasonLength))
      }),
      success: success(RevealedLock),
      error: [
        wire(LockNotFound),
        wire(RevealDenied),
        wire(RevealNotOffered),
        wire(KeyMayNotReveal),
        wire(ReasonRequired),
        wire(TooManyRequests)
      ]
    })
      .annotate(DeclaredDryRun, "none")
      .annotate(DeclaredAccess, reads(Area.id.Locks))
      .annotate(OpenApi.Transform, withExample({ serialCode: "10482233", reason: "Tenant requested code" }))
      .annotate(OpenApi.Summary, "Reveal a combination, with a reason")
  )
  .annotate(OpenApi.Description, "Locks, their activation and their combinations") {}
