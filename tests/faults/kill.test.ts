import { expect, it, onTestFinished } from "vitest"
import { CompanyId } from "#core/base/ids.ts"
import { homes, trials } from "../support/databases.ts"
import { expectRecords } from "./expectRecords.ts"
import { type Attempt, type Client, connectClient, signIn, type Worker, work } from "./load.ts"
import { randomFrom, seed } from "../support/random.ts"
import { readRecords } from "./records.ts"
import { startProcess } from "./serverProcess.ts"
import { onStorage, openStorage, stock, workers } from "./storage.ts"

/** PostgreSQL itself keeps what a killed server process had committed, so fewer rounds are enough. */
const roundsOn = { embedded: trials, postgres: Math.ceil(trials / 3) }

/** Locks per round. When a round has activated all of them, it continues revealing. */
const locksPerRound = 80

/** Repeats an attempt that a kill left unanswered. It succeeds now or had succeeded then. */
const retry = async (client: Client, worker: Worker, { kind, serial, facilityID }: Attempt): Promise<Attempt> => {
  const retried =
    kind === "activate" ? await client.activate(worker, serial, facilityID) : await client.reveal(worker, serial)
  expect(retried.answer).toMatchObject({ status: 200 })
  return retried
}

it.each(homes)(
  `$name: a server killed at any moment has completed what it answered, and accepts the rest again (seed ${seed})`,
  async (home) => {
    const random = randomFrom(seed)
    const rounds = roundsOn[home.name]
    const storage = await openStorage(home)
    onTestFinished(() => storage.dispose())
    const { companyID, facilityIDs, serials } = await onStorage(storage.options, stock(rounds * locksPerRound))
    let people: ReadonlyArray<Worker> = []
    let unanswered: ReadonlyArray<Attempt> = []
    const all: Array<Attempt> = []

    for (let round = 0; round <= rounds; round++) {
      const server = await startProcess({ ...storage.options, companyID })
      expectRecords(server.records, all)
      const client = connectClient(server.address)
      // Sessions are durable too: these survive every kill.
      if (people.length === 0) people = await Promise.all(workers.map((role) => signIn(client, role)))
      const [worker = expect.unreachable()] = people
      for (const attempt of unanswered) all.push(await retry(client, worker, attempt))

      if (round === rounds) {
        await server.end("SIGTERM")
      } else {
        const own = serials.slice(round * locksPerRound, (round + 1) * locksPerRound)
        const enough = 1 + random(2 * locksPerRound)
        const pause = random(30)
        const attempts: Array<Attempt> = []
        const seen = (attempt: Attempt) => {
          attempts.push(attempt)
          if (attempts.length === enough) setTimeout(() => void server.end("SIGKILL"), pause)
        }
        await work({ client, people, facilityIDs, next: () => own.shift(), seen, over: () => false })
        await server.end("SIGKILL")
        unanswered = attempts.filter(({ answer }) => answer === null)
        expect(attempts.filter(({ answer }) => answer !== null && answer.status !== 200)).toEqual([])
        all.push(...attempts)
      }
      expect(server.logged()).not.toContain("A request failed")
      await client.close()
    }
    expectRecords(await onStorage(storage.options, readRecords(CompanyId.make(companyID))), all)
    expect(all.filter(({ answer }) => answer !== null).length).toBeGreaterThan(rounds)
  },
  60_000 + trials * 20_000
)
