import { now } from "#web/app/clock.ts"

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" })
const day = new Intl.DateTimeFormat("en-US", { month: "2-digit", day: "2-digit", year: "numeric" })

/** When something was said, in the time of whoever reads: the hour, and the day (MM-dd-yyyy) where it was another. */
export const noticeTime = (time: number): string => {
  const that = day.format(time).replaceAll("/", "-")
  return that === day.format(now()).replaceAll("/", "-") ? clock.format(time) : `${that} ${clock.format(time)}`
}
