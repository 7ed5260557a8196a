import { Schema } from "effect"
import { ApiKeyId, FacilityId, Instant, JobId, LockId, SerialCode, UserId, WebhookId } from "#core/base/ids.ts"
import { jobKinds } from "#core/jobs/Job.ts"
import { AuditSeq } from "#core/locks/LockChange.ts"
import { LockColor } from "#core/locks/lockColors.ts"
import { LockStatus } from "#core/locks/lockStatuses.ts"
import { testEventType, type WebhookEventType, webhookEvents } from "./webhookEvents.ts"

const Place = Schema.NullOr(FacilityId)
const Unit = Schema.NullOr(Schema.String)

/** Record fields that webhooks may send; all others are left out. */
const sentFields = {
  lockID: LockId,
  facilityID: Place,
  facilityName: Schema.String,
  status: LockStatus.Id,
  unit: Unit,
  color: LockColor.Id,
  fromFacilityID: Place,
  fromStatus: LockStatus.Id,
  fromUnit: Unit,
  fromColor: LockColor.Id,
  includedInAPI: Schema.Boolean,
  reason: Schema.String,
  jobID: JobId,
  userID: Schema.NullOr(UserId),
  apiKeyID: ApiKeyId,
  apiKeyName: Schema.String
}

const message = <Type extends string, Data extends Schema.Struct.Fields>(type: Type, data: Data) =>
  Schema.Struct({ type: Schema.Literal(type), timestamp: Instant, data: Schema.Struct(data) })

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(schema)

/** A change of a lock or a facility. Which of the fields it has depends on the change. */
const ofRecord = <Type extends string>({
  type,
  actions
}: {
  readonly type: Type
  readonly actions: ReadonlyArray<string>
}) =>
  message(type, {
    auditSeq: AuditSeq,
    action: Schema.Literals(actions),
    serialCode: optional(SerialCode),
    ...Object.fromEntries(Object.entries(sentFields).map(([name, schema]) => [name, optional(schema)]))
  })

const ofJob = message("job.done" satisfies WebhookEventType, {
  jobID: JobId,
  kind: Schema.Literals(jobKinds),
  source: Schema.String,
  facilityID: Place,
  total: Schema.Int,
  applied: Schema.Int,
  failed: Schema.Int,
  userID: UserId
})

const ofTest = message(testEventType, { webhookID: WebhookId, by: Schema.String })

/** The body of each type of message, with what triggers it. */
export const webhookMessages = [
  ...webhookEvents.map((event) => ({
    type: event.type as string,
    label: event.label as string,
    body: (event.type === ofJob.fields.type.literal ? ofJob : ofRecord(event)) as Schema.Top
  })),
  { type: testEventType, label: "A test, sent on request", body: ofTest as Schema.Top }
]

const isSerial = Schema.is(SerialCode)

/** The body of a record's event: `{ type, timestamp, data }`. Records, and therefore events, never contain a combination. */
export const bodyOfRecord = (
  type: string,
  record: { readonly seq: number; readonly at: string; readonly action: string; readonly subject: string },
  facts: Readonly<Record<string, unknown>>
): string =>
  JSON.stringify({
    type,
    timestamp: record.at,
    data: {
      auditSeq: record.seq,
      action: record.action,
      ...(isSerial(record.subject) ? { serialCode: record.subject } : {}),
      ...Object.fromEntries(
        Object.keys(sentFields).flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]]))
      )
    }
  })
