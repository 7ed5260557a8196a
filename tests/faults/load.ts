import { Pool } from "undici"
import type { RoleId } from "#core/auth/roles.ts"
import { emailOf, password } from "../support/fixture.ts"

/** A call's response; null if the connection ended before it was complete. */
export type Answer = { readonly status: number; readonly json: unknown } | null

/** The data of a successful response. */
export const dataOf = <A>(answer: Answer): A => {
  if (answer === null) throw new Error("there was no answer")
  return (answer.json as { readonly data: A }).data
}

/** One call by a worker. */
export interface Attempt {
  readonly kind: "activate" | "reveal"
  readonly serial: string
  readonly facilityID: number
  readonly userID: number
  readonly answer: Answer
}

/** A user with a session. */
export interface Worker {
  readonly userID: number
  readonly token: string
}

/** A client that makes calls for several workers concurrently. */
export interface Client {
  /** Makes one call. A broken connection gives null. */
  readonly call: (path: string, token: string | null, body?: unknown) => Promise<Answer>
  readonly activate: (worker: Worker, serial: string, facilityID: number) => Promise<Attempt>
  readonly reveal: (worker: Worker, serial: string) => Promise<Attempt>
  readonly close: () => Promise<void>
}

/** Connects to a server, opening connections on demand. */
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

/** Error codes for a lost connection, from undici and the system. */
const broken = /^(UND_ERR_SOCKET|UND_ERR_DESTROYED|UND_ERR_CLOSED|UND_ERR_CONNECT_.*|ECONNREFUSED|ECONNRESET|EPIPE)$/

const isBroken = (error: unknown): boolean =>
  error instanceof Error &&
  (broken.test(String((error as NodeJS.ErrnoException).code)) ||
    /other side closed|aborted|terminated/.test(error.message))

/** Signs in a fixture user of the company "acme". */
export const signIn = async (client: Client, role: RoleId): Promise<Worker> => {
  const answer = await client.call("/api/auth/login", null, {
    email: emailOf("acme", role),
    password,
    client: "terminal"
  })
  const { token, user } = dataOf<{ readonly token: string; readonly user: { readonly userID: number } }>(answer)
  return { token, userID: user.userID }
}

/** Options of `work`. */
export interface Work {
  readonly client: Client
  readonly people: ReadonlyArray<Worker>
  readonly facilityIDs: ReadonlyArray<number>
  /** The next serial code to activate, or undefined if there are none left. */
  readonly next: () => string | undefined
  /** Receives each finished call. */
  readonly seen: (attempt: Attempt) => void
  readonly over: () => boolean
}

/** Concurrent calls per worker. */
const lanes = 4

/**
 * Works at full speed until `over` or until the server is gone: each lane activates the next lock, and reveals an activated
 * one.
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
