import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { ServerFault, Unavailable } from "#core/api/ApiErrors.ts"
import { isProblem, isProblemOf } from "#core/api/problem.ts"
import type { Job } from "#core/jobs/Job.ts"
import { follow, longestWait } from "#cli/commands/follow.ts"
import { goesOn } from "#cli/commands/jobs/watchJob.ts"

const isAway = isProblemOf("Unavailable")
const away = new Unavailable({ data: { what: "database" } })
const job = (more: Partial<Job>): Job =>
  ({ jobID: 1, state: "applying", running: true, done: 3, total: 9, ...more }) as Job

/** Follows a job of a server with these responses, the last one forever; returns its end and the waiting times shown. */
const followed = (answers: ReadonlyArray<Job | Unavailable | ServerFault>, millis: number) =>
  Effect.gen(function* () {
    const waits: Array<number | null> = []
    let nth = 0
    const look = Effect.suspend(() => {
      const answer = answers[Math.min(nth++, answers.length - 1)] ?? away
      return isProblem(answer) ? Effect.fail(answer) : Effect.succeed(answer)
    })
    const show = (_: Job, __: number, wait: number | null) => void waits.push(wait)
    const fiber = yield* Effect.forkChild(Effect.result(follow(job({}), { look, isAway, goesOn, show })))
    yield* TestClock.adjust(millis)
    const ended = yield* Effect.sync(() => fiber.pollUnsafe())
    if (ended === undefined) yield* Fiber.interrupt(fiber)
    return { ended: ended === undefined ? null : yield* Fiber.join(fiber), waits }
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

describe("following a job", () => {
  it("fails with the last error after the server was away for a minute, not before", async () => {
    expect((await followed([away], longestWait - 2_000)).ended).toBeNull()
    const { ended, waits } = await followed([away], longestWait + 2_000)
    expect(ended).toMatchObject({ _tag: "Failure", failure: away })
    expect(waits.slice(0, 4)).toEqual([null, 60, 59, 58])
  })

  it("waits after that until a server continues the job, and ends with it", async () => {
    const left = job({ running: false })
    const done = job({ running: false, state: "done", done: 9 })
    const { ended, waits } = await followed([away, left, left, job({}), done], 10_000)
    expect(ended).toMatchObject({ _tag: "Success", success: done })
    expect(waits).toEqual([null, 60, null, null, null, null])
    // Without an outage, a job that stopped waits for nobody.
    expect((await followed([left], 1_000)).ended).toMatchObject({ _tag: "Success", success: left })
  })

  it("waits as long after a long outage as after a short one", async () => {
    const left = Array.from({ length: 40 }, () => job({ running: false }))
    const done = job({ running: false, state: "done", done: 9 })
    const outage = Array.from({ length: 55 }, () => away)
    expect((await followed([...outage, ...left, done], 70_000)).ended).toMatchObject({ success: done })
  })

  it("fails at once with any other error", async () => {
    const fault = new ServerFault()
    expect((await followed([job({}), away, fault], 3_000)).ended).toMatchObject({ _tag: "Failure", failure: fault })
  })
})
