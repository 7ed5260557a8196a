import { Cron } from "croner"

/** The maximum number of slots to count: after a longer outage the schedule starts over. */
const mostSlots = 1000

/** A cron expression in UTC. Throws if it is invalid. */
export const slotsOf = (pattern: string): Cron => new Cron(pattern, { timezone: "UTC", paused: true })

/** The slots after `last` up to `now`, oldest first. */
export const dueSlots = (cron: Cron, last: Date, now: Date): ReadonlyArray<Date> => {
  const due: Array<Date> = []
  for (let slot = cron.nextRun(last); slot !== null && slot <= now; slot = cron.nextRun(slot)) {
    due.push(slot)
    if (due.length > mostSlots) due.shift()
  }
  return due
}
