import type { HubConnection } from "@microsoft/signalr"
import { Watched } from "#web/app/Watched.ts"

/** Whether the hub tells of changes: `connecting` before it was tried, `off` when it was tried and is not there. */
export type LiveHubState = "idle" | "connecting" | "live" | "off"

/** Calls back later; the answer takes it back. Times in milliseconds. */
export type After = (delay: number, run: () => void) => () => void

/** What the hub connection is made of. */
export interface LiveHubMeans {
  /** A connection that was not started yet, with its listeners. */
  readonly connect: () => Promise<HubConnection>
  readonly token: () => string | null
  /** The company whose group is joined, where that is not the user's own. */
  readonly companyID?: () => number | null
  readonly after: After
  /** It tells of changes again; some may have been missed. */
  readonly joined: () => void
  /** The hub is gone or does not come: asks whether the session still lives. False ends the trying. */
  readonly stillSignedIn: () => Promise<boolean>
}

/** Retries, and by how much the wait before each grows, in milliseconds (000 §4). */
const retries = { atMost: 3, growBy: 1000 } as const

/** After the retries the hub is tried quietly this often, in milliseconds, and whenever there is a reason to hope. */
const quietly = 60_000

/** The connection was stopped while it was being negotiated: whoever did that wants no other (000 §4). */
const interrupted = (error: unknown): boolean =>
  error instanceof Error && /stopped during negotiation/i.test(error.message)

/** One start of the hub, until it is stopped. */
interface Life {
  connection: HubConnection | null
  /** The token that the group was joined with. */
  joinedWith: string | null
  /** There was a reason to hope since the last attempt. */
  hopes: boolean
  wake: () => void
}

/** The connection to the live hub: joins the company's group, and comes back by itself when it is lost. */
export class LiveHub {
  readonly #means: LiveHubMeans
  readonly #state = new Watched<LiveHubState>("idle")
  #life: Life | null = null

  constructor(means: LiveHubMeans) {
    this.#means = means
  }

  get state(): LiveHubState {
    return this.#state.get()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** Connects, for as long as the session lives. */
  start(): void {
    if (this.#life !== null) return
    const life: Life = { connection: null, joinedWith: null, hopes: false, wake: () => undefined }
    this.#life = life
    this.#state.set("connecting")
    void this.#run(life)
  }

  /** There is a reason to hope that the hub is there: tries now instead of at the next time. */
  retry(): void {
    if (this.#life === null) return
    this.#life.hopes = true
    this.#life.wake()
  }

  /** Leaves the company's group and ends the connection. */
  async stop(): Promise<void> {
    const life = this.#life
    if (life === null) return
    this.#life = null
    this.#state.set("idle")
    life.wake()
    const { connection, joinedWith } = life
    if (connection === null) return
    // The session may have ended before, and the group with it.
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
      if (!(await this.#means.stillSignedIn()) || life !== this.#life) return
      const delay = failures <= retries.atMost ? failures * retries.growBy : quietly
      await this.#wait(life, life.hopes ? Math.min(delay, retries.growBy) : delay)
    }
  }

  /** Connects and stays until the connection is over. */
  async #connectOnce(life: Life): Promise<"lost" | "failed" | "interrupted"> {
    const connection = await this.#means.connect()
    if (life !== this.#life) return "interrupted"
    life.hopes = false
    life.connection = connection
    const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()))
    try {
      await connection.start()
      const token = this.#means.token()
      const companyID = this.#means.companyID?.() ?? null
      await connection.invoke("joinCompanyGroup", token, ...(companyID === null ? [] : [companyID]))
      life.joinedWith = token
    } catch (error) {
      await connection.stop()
      return interrupted(error) ? "interrupted" : "failed"
    }
    if (life === this.#life) {
      this.#state.set("live")
      this.#means.joined()
    }
    await closed
    life.joinedWith = null
    return "lost"
  }

  #wait(life: Life, delay: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#means.after(delay, () => life.wake())
      life.wake = () => {
        cancel()
        life.wake = () => undefined
        resolve()
      }
    })
  }
}
