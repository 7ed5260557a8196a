import { Arbitrary, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { seed } from "../support/random.ts"
import { homes } from "../support/databases.ts"
import { type Battlefield, openBattlefield } from "./battlefield.ts"
import { contractCalls } from "./contractCalls.ts"
import { hostileRequests } from "./HostileRequest.ts"
import { expensive, requests } from "./lengths.ts"

/** Two thirds of the requests go to the embedded database. */
const share = { embedded: 2 / 3, postgres: 1 / 3 }

const weight = (name: string): number => (expensive.has(name) ? 0.2 : 1)
const weights = contractCalls.reduce((sum, { name }) => sum + weight(name), 0)

describe.each(homes)(`$name: hostile requests generated from the contract (seed ${seed})`, (home) => {
  let battlefield: Battlefield
  beforeAll(async () => {
    battlefield = await openBattlefield(home)
  })
  afterAll(() => battlefield.close())

  it.each(contractCalls.map((call) => [call.name, call] as const))(
    "%s",
    async (name, call) => {
      const runs = Math.ceil((requests * share[home.name] * weight(name)) / weights)
      const options = { runs, seed: `${seed} ${name}`, concurrency: 4, maxShrinks: 300 }
      const result = await Effect.runPromise(
        Arbitrary.checkEffect(
          hostileRequests(call),
          (request) => Effect.as(battlefield.attack(call, request), true),
          options
        )
      )
      expect(Arbitrary.formatCheckFailure(result), `seed ${seed}`).toBeUndefined()
    },
    20_000 + requests * 10
  )

  it("leave the server unchanged for everyone else", () => battlefield.expectUnharmed())
})
