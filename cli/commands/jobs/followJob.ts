import { Clock, Effect, Result } from "effect"
import type { Job } from "#core/jobs/Job.ts"
import { lookPause } from "#core/jobs/lookPause.ts"

/** The pause before a job is looked at again while the server is away, in milliseconds. */
const lookAgainEvery = 1_000

/** How long a followed job waits for a server that is away, in milliseconds: longer than a restart. */
export const longestWait = 60_000

/** What a followed job needs. `show` gets each state; `wait` is in seconds while the server is away, otherwise null. */
export interface Following<E, R> {
  readonly look: Effect.Effect<Job, E, R>
  /** Whether an error means that the server is away, as during a restart. */
  readonly isAway: (error: E) => boolean
  readonly show: (job: Job, now: number, wait: number | null) => void
}

/**
 * Polls a job until it stops running. Waits for a server that is away, and then for it to continue the job; fails with the last
 * error if that takes too long.
 */
export const followJob = Effect.fnUntraced(function* <E, R>(started: Job, { look, isAway, show }: Following<E, R>) {
  let job = started
  let away = false
  let waitsUntil = 0
  for (let looks = 0; ; looks++) {
    const now = yield* Clock.currentTimeMillis
    show(job, now, away ? Math.max(0, Math.ceil((waitsUntil - now) / 1000)) : null)
    const isLeft = job.state === "applying" && now < waitsUntil
    if (!away && !job.running && !isLeft) return job
    yield* Effect.sleep(away ? lookAgainEvery : lookPause(looks))
    const looked = yield* Effect.result(look)
    if (Result.isSuccess(looked)) {
      job = looked.success
      away = false
      continue
    }
    const failedAt = yield* Clock.currentTimeMillis
    if (!isAway(looked.failure) || (away && failedAt >= waitsUntil)) return yield* Effect.fail(looked.failure)
    if (!away) waitsUntil = failedAt + longestWait
    away = true
  }
})
