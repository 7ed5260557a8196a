import type { HubConnection } from "@microsoft/signalr"
import { Watched } from "#web/app/Watched.ts"

/** State of the hub connection: `connecting` before the first attempt has finished, `off` after a failed one. */
export type LiveHubState = "idle" | "connecting" | "live" | "off"

/** Schedules a callback in milliseconds. Returns a function that cancels it. */
export type After = (delay: number, run: () => void) => () => void

/** Dependencies of the hub connection. */
export interface LiveHubDeps {
  /** Creates a connection with its listeners, not started yet. Rejects if its code fails to load. */
  readonly connect: (polls: boolean) => Promise<HubConnection>
  readonly token: () => string | null
  /** The company whose group to join, if not the user's own. */
  readonly companyID?: () => number | null
  readonly after: After
  /** Called after (re)joining. Events may have been missed. */
  readonly joined: () => void
  /**
   * Called when the hub is lost or unavailable. Resolves to whether the session is still valid; false stops the
   * retries.
   */
  readonly stillSignedIn: () => Promise<boolean>
}

/** Number of retries, and by how much the delay grows with each, in milliseconds (000 §4). */
const retries = { atMost: 3, growBy: 1000 } as const

/** Interval of background attempts after the retries, in milliseconds. `retry()` also triggers one. */
const quietly = 60_000

/** The connection was stopped during negotiation, so don't reconnect (000 §4). */
const interrupted = (error: unknown): boolean =>
  error instanceof Error && /stopped during negotiation/i.test(error.message)

/** It connected, but no message came through: a proxy collects the messages of event streams. */
const gotNothing = (error: unknown): boolean => error instanceof Error && /timeout|handshake/i.test(error.message)

/** One run of the hub, from start to stop. */
interface Life {
  connection: HubConnection | null
  /** `gotNothing` of an earlier attempt. */
  polls: boolean
  /** The token used to join the group. */
  joinedWith: string | null
  /** `retry()` was called since the last attempt. */
  hopes: boolean
  wake: () => void
}

/** The connection to the live hub. Joins the company's group and reconnects when the connection is lost. */
export class LiveHub {
  readonly #deps: LiveHubDeps
  readonly #state = new Watched<LiveHubState>("idle")
  #life: Life | null = null

  constructor(deps: LiveHubDeps) {
    this.#deps = deps
  }

  get state(): LiveHubState {
    return this.#state.get()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Connects for the duration of the session. */
  start(): void {
    if (this.#life !== null) return
    const life: Life = { connection: null, polls: false, joinedWith: null, hopes: false, wake: () => undefined }
    this.#life = life
    this.#state.set("connecting")
    void this.#run(life)
  }

  /** Tries again now instead of waiting. Call it when the hub may be back. */
  retry(): void {
    if (this.#life === null) return
    this.#life.hopes = true
    this.#life.wake()
  }

  /** Leaves the company's group and closes the connection. */
  async stop(): Promise<void> {
    const life = this.#life
    if (life === null) return
    this.#life = null
    this.#state.set("idle")
    life.wake()
    const { connection, joinedWith } = life
    if (connection === null) return
    // The session, and with it the group, may already have ended.
    if (joinedWith !== null) await Promise.allSettled([connection.invoke("leaveCompanyGroup", joinedWith)])
    await connection.stop()
  }

  async #run(life: Life): Promise<void> {
    let failures = 0
    while (life === this.#life) {
      const outcome = await this.#connectOnce(life)
      if (life !== this.#life) return
      this.#state.set("off")
      if (outcome === "lost") failures = 0
      failures = outcome === "interrupted" ? retries.atMost + 1 : failures + 1
      if (!(await this.#deps.stillSignedIn()) || life !== this.#life) return
      const delay = failures <= retries.atMost ? failures * retries.growBy : quietly
      await this.#wait(life, life.hopes ? Math.min(delay, retries.growBy) : delay)
    }
  }

  /** Connects, and resolves when the connection is over. */
  async #connectOnce(life: Life): Promise<"lost" | "failed" | "interrupted"> {
    life.hopes = false
    // Its code may fail to load.
    const connection = await this.#deps.connect(life.polls).catch(() => null)
    if (life !== this.#life) return "interrupted"
    if (connection === null) return "failed"
    life.connection = connection
    const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()))
    try {
      await connection.start()
      const token = this.#deps.token()
      const companyID = this.#deps.companyID?.() ?? null
      await connection.invoke("joinCompanyGroup", token, ...(companyID === null ? [] : [companyID]))
      life.joinedWith = token
    } catch (error) {
      life.polls ||= gotNothing(error)
      await connection.stop()
      return interrupted(error) ? "interrupted" : "failed"
    }
    if (life === this.#life) {
      this.#state.set("live")
      this.#deps.joined()
    }
    await closed
    life.joinedWith = null
    return "lost"
  }

  #wait(life: Life, delay: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#deps.after(delay, () => life.wake())
      life.wake = () => {
        cancel()
        life.wake = () => undefined
        resolve()
      }
    })
  }
}
