import { now } from "#web/app/clock.ts"
import { dayText } from "#web/app/times.ts"

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" })

/** When something was said, in the time of whoever reads: the hour, and the day where it was another. */
export const noticeTime = (time: number): string => {
  const day = dayText(time)
  return day === dayText(now()) ? clock.format(time) : `${day} ${clock.format(time)}`
}
