import { countOf } from "#core/base/countOf.ts"
import { countText } from "#core/base/countText.ts"
import type { Job } from "./Job.ts"

/** A job's progress and speed. */
export interface JobPace {
  readonly done: number
  readonly total: number
  readonly failed: number
  /** Rows per second; null if unknown. */
  readonly rate: number | null
  /** Seconds left; null if unknown. */
  readonly left: number | null
  /** Everything in one line. */
  readonly text: string
}

const timeText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`

/** The pace of a job that had `doneFirst` rows done `millis` ago. */
export const paceOf = (
  doneFirst: number,
  { done, total, failed }: Pick<Job, "done" | "total" | "failed">,
  millis: number
): JobPace => {
  const rate = done > doneFirst && millis > 0 ? ((done - doneFirst) * 1000) / millis : null
  const left = rate === null ? null : Math.ceil((total - done) / rate)
  const parts = [
    `${countText(done)} of ${countOf(total, "row")}`,
    ...(failed === 0 ? [] : [`${countText(failed)} failed`]),
    ...(rate === null ? [] : [`${countText(Math.round(rate))} a second`]),
    ...(left === null || done === total ? [] : [`${timeText(left)} left`])
  ]
  return { done, total, failed, rate, left, text: parts.join(", ") }
}
