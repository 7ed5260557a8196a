import { now } from "#web/app/clock.ts"
import { dayText } from "#web/app/times.ts"

const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" })

/** Time of a notification in the user's time zone: the time, with the date if it wasn't today. */
export const noticeTime = (time: number): string => {
  const day = dayText(time)
  return day === dayText(now()) ? clock.format(time) : `${day} ${clock.format(time)}`
}
