import { Arbitrary, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fewTrials, postgres, trials } from "../support/databases.ts"
import { type Battlefield, openBattlefield } from "./battlefield.ts"
import { type ContractCall, contractCalls } from "./contractCalls.ts"
import { choiceOf, chosen, type Edit, type HostileRequest, hostileRequests, times } from "./HostileRequest.ts"
import { hostileJson, hostileSegments, hostileTexts } from "./hostileValues.ts"
import { expensive, refusedShare } from "./lengths.ts"

/**
 * One in this many values is sent, starting at a different one per call and field. `npm run trials` sends all, except to calls
 * that cost 50 ms each.
 */
const shareFor = ({ name }: ContractCall): number => (expensive.has(name) ? 8 : trials > fewTrials ? 1 : 6)

/** Valid requests to a call as a Super Admin, with every field set and, if the payload is a union, with drawn payloads. */
const plain = async (call: ContractCall): Promise<ReadonlyArray<HostileRequest>> => {
  const samples = await Effect.runPromise(Arbitrary.sampleEffect(hostileRequests(call), { count: 200, seed: 1 }))
  const all = (part: "params" | "query" | "payload") =>
    Object.fromEntries(
      call.fields[part].map((field) => [
        field,
        samples.map((sample) => sample[part][field]).find((value) => value !== undefined)
      ])
    )
  const payloads = [
    samples.find(({ payload }) => Array.isArray(payload))?.payload ?? all("payload"),
    ...samples.slice(0, 20).map(({ payload }) => payload)
  ]
  return payloads.map((payload) => ({
    role: 0,
    known: { fields: 0, pick: 0 },
    edits: [],
    path: 0,
    framing: 0,
    authorization: 0,
    method: 0,
    params: all("params"),
    query: all("query"),
    payload
  }))
}

/** The first request that isn't malformed. */
const accepted = async (
  battlefield: Battlefield,
  call: ContractCall,
  bases: ReadonlyArray<HostileRequest>
): Promise<HostileRequest | undefined> => {
  for (const base of bases) if ((await Effect.runPromise(battlefield.attack(call, base))) !== 400) return base
  return undefined
}

/** Whether the path contains encodings that servers read differently, so that no schema says which call it reaches. */
const isOddPath = ({ path }: HostileRequest): boolean => {
  const segment = chosen(hostileSegments, path, times.path)
  return segment !== undefined && !plainSegments.has(segment)
}

const plainSegments = new Set(hostileTexts.filter((text) => text.isWellFormed()).map(encodeURIComponent))

/** All requests that reach the call, and a share of the others, which differs per call. */
const worthSending = (battlefield: Battlefield, call: ContractCall, requests: ReadonlyArray<HostileRequest>) => {
  let refused = contractCalls.indexOf(call)
  return requests.filter(
    (request) => isOddPath(request) || battlefield.reaches(call, request) || refused++ % refusedShare === 0
  )
}

/** The valid request with each hostile value in each field. */
const everyOne = (call: ContractCall, base: HostileRequest): ReadonlyArray<HostileRequest> => {
  const share = shareFor(call)
  const first = contractCalls.indexOf(call)
  const edits = (what: "query" | "payload", pool: ReadonlyArray<string>): ReadonlyArray<Edit> =>
    call.fields[what].flatMap((_, key) =>
      pool
        .map((_, value) => value)
        .filter((value) => value % share === (first + key) % share)
        .map((value) => ({ what, how: "replace" as const, key, value }))
    )
  const paths =
    call.fields.params.length === 0 ? [] : hostileSegments.map((_, at) => choiceOf(hostileSegments, at, times.path))
  return [
    ...[...edits("query", hostileTexts), ...edits("payload", hostileJson)].map((edit) => ({ ...base, edits: [edit] })),
    ...paths.map((path) => ({ ...base, path }))
  ]
}

describe("every hostile value in every field of every call", () => {
  let battlefield: Battlefield
  beforeAll(async () => {
    battlefield = await openBattlefield(postgres)
  })
  afterAll(() => battlefield.close())

  it.each(contractCalls.map((call) => [call.name, call] as const))("%s", async (_, call) => {
    const base = await accepted(battlefield, call, await plain(call))
    if (base === undefined) expect.unreachable("no request without anything hostile is accepted")
    const requests = worthSending(battlefield, call, everyOne(call, base))
    const failures = await Effect.runPromise(
      Effect.forEach(
        requests,
        (request) =>
          Effect.match(battlefield.attack(call, request), { onFailure: (failure) => [failure], onSuccess: () => [] }),
        { concurrency: 4 }
      )
    )
    expect(failures.flat()).toEqual([])
  })

  it("leaves the server unchanged for everyone else", () => battlefield.expectUnharmed())
})
