import type { AuditAction } from "#core/audit/AuditRecord.ts"

interface WebhookEventRow {
  readonly type: string
  readonly label: string
  /** The audit actions that trigger it. */
  readonly actions: ReadonlyArray<AuditAction>
}

/**
 * Events a webhook can subscribe to. Each is derived from audit records, which are written together with the change;
 * the end of a job has no record, so the database triggers that event.
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

/** An event type, as chosen for a webhook. */
export type WebhookEventType = (typeof webhookEvents)[number]["type"]

export const webhookEventTypes: ReadonlyArray<WebhookEventType> = webhookEvents.map(({ type }) => type)

/** The type of test messages, which can't be chosen. */
export const testEventType = "webhook.test"

/** The event triggered by an audit action, or null. */
export const eventOfAction = (action: string): WebhookEventType | null =>
  webhookEvents.find(({ actions }) => (actions as ReadonlyArray<string>).includes(action))?.type ?? null

/** All audit actions that trigger these event types. */
export const actionsOf = (types: ReadonlyArray<string>): ReadonlyArray<AuditAction> =>
  webhookEvents.filter(({ type }) => types.includes(type)).flatMap(({ actions }) => [...actions])

/** Facts of a lock's record about where it is now, and about where it was. */
const placeFields: ReadonlyArray<string> = ["facilityID", "facilityName", "status", "unit", "color"]
const fromFields: ReadonlyArray<string> = ["fromFacilityID", "fromStatus", "fromUnit", "fromColor"]

const without = (facts: Readonly<Record<string, unknown>>, fields: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => !fields.includes(name)))

/**
 * The facts of a record that webhooks may get, or null for none. `excluded` says whether the facility is excluded from the API,
 * and whether that is true of the one the lock came from. A receiver must learn that a lock left what it can see, but not where
 * the lock went: then the facts have no facilityID.
 */
export const shownFacts = (
  action: string,
  facts: Readonly<Record<string, unknown>>,
  excluded: { readonly place: boolean; readonly from: boolean }
): Readonly<Record<string, unknown>> | null => {
  if (action === "facilities.api") return facts
  const { facilityID, fromFacilityID } = facts
  if (excluded.place) {
    const left = fromFacilityID !== undefined && fromFacilityID !== facilityID && !excluded.from
    return left ? without(facts, placeFields) : null
  }
  if (!excluded.from) return facts
  // Without a facilityID it went from there to another company.
  return facilityID === undefined ? null : without(facts, fromFields)
}
