import { groupedSerial } from "#core/base/serialText.ts"
import type { Lock } from "#core/locks/Lock.ts"
import { lockColorName } from "#core/locks/lockColors.ts"

/** The response to a change: the lock as it is now. */
interface Changed {
  readonly data: Lock
}

const inUnit = (unit: string | null): string => (unit === null ? "" : ` in unit ${unit}`)

/** The result for a lock, as a sentence without its period: `4000 1007 is now Lost`. */
export const lockDone = {
  status: ({ data }: Changed) =>
    `${groupedSerial(data.serialCode)} is now ${data.secondaryStatusName ?? "changed"}${inUnit(data.unitNumber)}`,
  unit: ({ data }: Changed) => `${groupedSerial(data.serialCode)} is now${inUnit(data.unitNumber) || " in no unit"}`,
  color: ({ data }: Changed) => `${groupedSerial(data.serialCode)} is now ${lockColorName(data.color)}`,
  code: ({ data }: Changed) => `${groupedSerial(data.serialCode)} has a new combination`,
  place: ({ data }: Changed) => `${groupedSerial(data.serialCode)} is now at ${data.facilityName ?? "no facility"}`,
  undone: ({ data }: Changed) => `${groupedSerial(data.serialCode)} is as it was before`
} as const
