import { Cron } from "croner"

/** More slots than this are not counted: a server that was away for so long starts anew. */
const mostSlots = 1000

/** A cron expression that is read in UTC. Throws where it is none. */
export const slotsOf = (pattern: string): Cron => new Cron(pattern, { timezone: "UTC", paused: true })

/** The slots after `last` until `now`, oldest first. */
export const dueSlots = (cron: Cron, last: Date, now: Date): ReadonlyArray<Date> => {
  const due: Array<Date> = []
  for (let slot = cron.nextRun(last); slot !== null && slot <= now; slot = cron.nextRun(slot)) {
    due.push(slot)
    if (due.length > mostSlots) due.shift()
  }
  return due
}
