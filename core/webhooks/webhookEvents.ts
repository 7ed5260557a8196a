import type { AuditAction } from "#core/audit/AuditRecord.ts"

interface WebhookEventRow {
  readonly type: string
  readonly label: string
  /** The records of the audit log that it is made of. */
  readonly actions: ReadonlyArray<AuditAction>
}

/**
 * What endpoints can be told of. Each is made of records of the audit log, which are written with the change itself; the end of a
 * job, which has no record, is told by the database when the job ends.
 */
export const webhookEvents = [
  { type: "lock.activated", label: "Lock activated", actions: ["locks.activate", "inventory.assign"] },
  {
    type: "lock.changed",
    label: "Lock changed",
    actions: ["locks.update", "locks.transfer", "locks.undo", "returns.process", "automations.unlock-delivered"]
  },
  { type: "lock.revealed", label: "Combination revealed (never the combination)", actions: ["reveals.approve"] },
  {
    type: "facility.changed",
    label: "Facility changed",
    actions: ["facilities.create", "facilities.update", "facilities.remove", "facilities.api", "facilities.transfer"]
  },
  { type: "job.done", label: "Job done", actions: [] }
] as const satisfies ReadonlyArray<WebhookEventRow>

/** The type of an event, as an endpoint chooses it. */
export type WebhookEventType = (typeof webhookEvents)[number]["type"]

export const webhookEventTypes: ReadonlyArray<WebhookEventType> = webhookEvents.map(({ type }) => type)

/** What a test sends; no endpoint chooses it. */
export const testEventType = "webhook.test"

/** The event that a record makes, or null where it makes none. */
export const eventOfAction = (action: string): WebhookEventType | null =>
  webhookEvents.find(({ actions }) => (actions as ReadonlyArray<string>).includes(action))?.type ?? null

/** Every action that makes an event of these types. */
export const actionsOf = (types: ReadonlyArray<string>): ReadonlyArray<AuditAction> =>
  webhookEvents.filter(({ type }) => types.includes(type)).flatMap(({ actions }) => [...actions])

/** Facts of a record that leave by a webhook; what is not named here does not. */
const told = [
  "lockID",
  "facilityID",
  "facilityName",
  "status",
  "unit",
  "color",
  "fromFacilityID",
  "fromStatus",
  "fromUnit",
  "fromColor",
  "includedInAPI",
  "reason",
  "jobID",
  "userID",
  "apiKeyID",
  "apiKeyName"
] as const

const isSerial = /^\d{8}$/

/** The body of an event that a record makes: `{ type, timestamp, data }`. It never holds a combination: no record does. */
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
      ...(isSerial.test(record.subject) ? { serialCode: record.subject } : {}),
      ...Object.fromEntries(told.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])))
    }
  })
