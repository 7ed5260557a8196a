import { countOf } from "./countOf.ts"

const hour = 3600

/** How many seconds to wait for something that is briefly unavailable. */
export const briefWait = 5

/** When to try again after `seconds`, as people say it: to the second only if the wait is short. */
export const waitWords = (seconds: number): string => {
  if (seconds < 90) return `Wait ${countOf(seconds, "second")} and try again.`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `Try again in about ${countOf(minutes, "minute")}.`
  // Up to ten minutes late still counts as about that many hours.
  return `Try again in about ${countOf(Math.ceil((seconds - 600) / hour), "hour")}.`
}
