import { Pool } from "undici"
import type { RoleId } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"

/** What a call was answered; null when the connection ended before the answer was whole. */
export type Answer = { readonly status: number; readonly json: unknown } | null

/** What a successful answer holds. */
export const dataOf = <A>(answer: Answer): A => {
  if (answer === null) throw new Error("there was no answer")
  return (answer.json as { readonly data: A }).data
}

/** One call that a worker made. */
export interface Attempt {
  readonly kind: "activate" | "reveal"
  readonly serial: string
  readonly facilityID: number
  readonly userID: number
  readonly answer: Answer
}

/** Somebody with a session. */
export interface Worker {
  readonly userID: number
  readonly token: string
}

/** A client that makes calls as several workers at once. */
export interface Client {
  /** One call; a broken connection is an answer of null. */
  readonly call: (path: string, token: string | null, body?: unknown) => Promise<Answer>
  readonly activate: (worker: Worker, serial: string, facilityID: number) => Promise<Attempt>
  readonly reveal: (worker: Worker, serial: string) => Promise<Attempt>
  readonly close: () => Promise<void>
}

/** Connects to a server; opens connections when there is something to call. */
export const connectClient = (address: string): Client => {
  const pool = new Pool(address, { connections: 16, pipelining: 1 })
  const call: Client["call"] = async (path, token, body) => {
    try {
      const answer = await pool.request({
        path,
        method: body === undefined ? "GET" : "POST",
        headers: { ...(token === null ? {} : { authorization: token }), "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return { status: answer.statusCode, json: await answer.body.json() }
    } catch (error) {
      if (isBroken(error)) return null
      throw error
    }
  }
  return {
    call,
    activate: async ({ token, userID }, serial, facilityID) => ({
      kind: "activate",
      serial,
      facilityID,
      userID,
      answer: await call("/api/locks/activate-lock", token, { serialCode: serial, facilityID })
    }),
    reveal: async ({ token, userID }, serial) => ({
      kind: "reveal",
      serial,
      facilityID: 0,
      userID,
      answer: await call("/api/locks/reveal-unlock-code", token, { serialCode: serial, reason: "Remove Overlock" })
    }),
    close: () => pool.destroy()
  }
}

/** How a connection says that its other end is gone: undici's and the system's names. */
const broken = /^(UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED|UND_ERR_CONNECT_.*|ECONNREFUSED|ECONNRESET|EPIPE)$/

const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  (broken.test(String((error as NodeJS.ErrnoException).code)) ||
    /other side closed|aborted|terminated/.test(error.message))

/** Signs in a fixture's user of the company "acme". */
export const signIn = async (client: Client, role: RoleId): Promise<Worker> => {
  const answer = await client.call("/api/auth/login", null, {
    email: emailOf("acme", role),
    password,
    client: "terminal"
  })
  const { token, user } = dataOf<{ readonly token: string; readonly user: { readonly userID: number } }>(answer)
  return { token, userID: user.userID }
}

/** What `work` is about. */
export interface Work {
  readonly client: Client
  readonly people: ReadonlyArray<Worker>
  readonly facilityIDs: ReadonlyArray<number>
  /** The next serial code to activate, or undefined when there is none. */
  readonly next: () => string | undefined
  /** Told of each call as it ends. */
  readonly seen: (attempt: Attempt) => void
  readonly over: () => boolean
}

/** Calls that each of the people has under way at once. */
const lanes = 4

/**
 * Works at full speed until `over`, or until the server is gone: each lane activates the next lock, and reveals one that
 * was activated.
 */
export const work = async ({ client, people, facilityIDs, next, seen, over }: Work): Promise<void> => {
  const active: Array<string> = []
  const lane = async (worker: Worker, number: number): Promise<void> => {
    for (let turn = 0; !over(); turn++) {
      const serial = next()
      if (serial !== undefined) {
        const facilityID = facilityIDs[(number + turn) % facilityIDs.length] ?? 0
        const activated = await client.activate(worker, serial, facilityID)
        seen(activated)
        if (activated.answer === null) return
        if (activated.answer.status === 200) active.push(serial)
      }
      const shown = active[(number * 7 + turn * 3) % Math.max(1, active.length)]
      if (shown === undefined && serial === undefined) throw new Error("there is no lock left to work on")
      if (shown === undefined) continue
      const revealed = await client.reveal(worker, shown)
      seen(revealed)
      if (revealed.answer === null) return
    }
  }
  await Promise.all(people.flatMap((worker) => Array.from({ length: lanes }, () => worker)).map(lane))
}
