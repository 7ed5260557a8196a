import { Effect } from "effect"
import type { CompanyId, UserId } from "#core/base/ids.ts"
import type { AuditEntry } from "../audit/auditEntry.ts"
import type { DemoRun } from "./DemoRun.ts"
import { demoSerial, serialText, walkCombination, walkSerials } from "./demoSerials.ts"
import { type DemoStock, insertRegistry } from "./insertRegistry.ts"
import { Random } from "#core/base/Random.ts"

/** The number of locks that are not activated yet, besides those of the README. */
export const stockCount = 3000
const shipmentSize = 1000
const dayMillis = 24 * 60 * 60 * 1000

const walk: ReadonlyArray<DemoStock> = Array.from({ length: walkSerials.last - walkSerials.first + 1 }, (_, nth) => {
  const serial = serialText(walkSerials.first + nth)
  return { serial, combination: walkCombination(serial) }
})

/** The `nth` of those; its serial code comes after those of the `made` locks in use. */
const stockLock = (seed: number, made: number, nth: number): DemoStock => ({
  serial: demoSerial(seed, made + nth),
  combination: String(new Random(seed, 0x57c, nth).int(0, 9999)).padStart(4, "0")
})

/**
 * Loads locks that are not activated into the registry, in shipments of the last weeks; returns their number, and the audit
 * records of the shipments.
 */
export const seedStock = Effect.fnUntraced(function* (
  run: DemoRun,
  made: number,
  by: { companyID: CompanyId; userID: UserId }
) {
  const shipments = [
    walk,
    ...Array.from({ length: stockCount / shipmentSize }, (_, shipment) =>
      Array.from({ length: shipmentSize }, (__, nth) => stockLock(run.seed, made, shipment * shipmentSize + nth))
    )
  ]
  const entries: Array<AuditEntry> = []
  for (const [nth, stock] of shipments.entries()) {
    const at = new Date(run.now.getTime() - (shipments.length - nth) * 9 * dayMillis)
    yield* insertRegistry(stock, by.userID, at)
    const first = stock[0]?.serial ?? ""
    const detail = { loaded: stock.length, first, last: stock.at(-1)?.serial ?? "" }
    entries.push({ ...by, at: at.toISOString(), action: "registry.import", subject: first, detail })
  }
  return { loaded: shipments.reduce((sum, stock) => sum + stock.length, 0), entries }
})
