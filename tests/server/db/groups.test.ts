import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { makeGroups } from "#server/db/groups.ts"

/** Doubles numbers, one per group. A call is answered after its commit and after the effect `follow` returns. */
const doubling = (follow: (number: number) => Effect.Effect<void, Error>) =>
  makeGroups<string, number, number, Error, never>({
    most: 1,
    commit: (_, take) =>
      Effect.sync(() => {
        const [number = 0] = take()
        return { exits: [Exit.succeed(number * 2)], after: follow(number) }
      }),
    undone: () => true
  })

describe("groups of calls", () => {
  it("start while the previous group still waits for its response, if calls wait", async () => {
    const answers = await Effect.runPromise(
      Effect.gen(function* () {
        const second = yield* Deferred.make<void>()
        // The first call is answered only after the second commits, so it would hang if the second waited for it.
        const call = doubling((number) =>
          number === 1 ? Deferred.await(second) : Effect.asVoid(Deferred.succeed(second, undefined))
        )
        return yield* Effect.all([call("key", 1), call("key", 2), call("key", 3)], { concurrency: 3 })
      })
    )
    expect(answers).toEqual([2, 4, 6])
  })

  it("answer no call before the work after their commit, and fail if that fails", async () => {
    const seen = await Effect.runPromise(
      Effect.gen(function* () {
        const witnessed = yield* Deferred.make<void>()
        const call = doubling((number) =>
          number === 1 ? Deferred.await(witnessed) : Effect.fail(new Error("not seen"))
        )
        const first = yield* Effect.forkChild(call("key", 1))
        const second = yield* Effect.exit(call("key", 2))
        const early = first.pollUnsafe()
        yield* Deferred.succeed(witnessed, undefined)
        return { early, first: yield* Fiber.join(first), second: Exit.isFailure(second) }
      })
    )
    expect(seen).toEqual({ early: undefined, first: 2, second: true })
  })
})
