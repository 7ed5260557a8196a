import { HubMethodError } from "./hubErrors.ts"
import type { Invocation } from "./jsonProtocol.ts"
import { completion, failedCompletion, MessageType, streamItem } from "./jsonProtocol.ts"
import type { EncodedMessage } from "./EncodedMessage.ts"

/** The methods of a hub with the connection already applied, and the way back to the client. */
export interface InvocationHost {
  readonly method: (target: string) => ((args: ReadonlyArray<unknown>) => Promise<unknown>) | undefined
  readonly stream: (
    target: string
  ) => ((args: ReadonlyArray<unknown>, signal: AbortSignal) => AsyncIterable<unknown>) | undefined
  readonly send: (message: EncodedMessage) => void
  /** Waits until the client has taken enough of what was sent that more may follow. */
  readonly roomToSend: () => Promise<void>
  /** It is crowded no more. */
  readonly roomToCall: () => void
  readonly failed: (target: string, cause: unknown, args: ReadonlyArray<unknown>) => void
}

const UNEXPECTED = "The server could not carry out the call."

/**
 * Runs what one client invokes: methods one after another in the order they came, streams beside them. Every
 * invocation that has an id ends in exactly one completion, cancelled ones too; one without an id never gets any.
 */
export class Invocations {
  readonly #host: InvocationHost
  readonly #maxPending: number
  readonly #streams = new Map<string, AbortController>()
  #queue: Array<Invocation> = []
  #running = false
  #stopped = false

  constructor(host: InvocationHost, maxPending: number) {
    this.#host = host
    this.#maxPending = maxPending
  }

  /** Whether so many calls wait that no more should be read for now. */
  get crowded(): boolean {
    return this.#queue.length >= this.#maxPending
  }

  /** Takes an invocation in. */
  accept(call: Invocation): void {
    if (call.type === MessageType.streamInvocation) {
      void this.#runStream(call)
    } else {
      this.#queue.push(call)
      if (!this.#running) void this.#runQueue()
    }
  }

  /** Ends a stream early; its completion follows. A method runs to its end, as nothing says it can be undone. */
  cancel(invocationId: string): void {
    this.#streams.get(invocationId)?.abort()
  }

  /** The client is gone: nothing that waits is begun, streams end, and no answer is sent any more. */
  stop(): void {
    this.#stopped = true
    this.#queue = []
    for (const controller of this.#streams.values()) controller.abort()
    this.#host.roomToCall()
  }

  async #runQueue(): Promise<void> {
    this.#running = true
    for (let call = this.#queue.shift(); call !== undefined; call = this.#queue.shift()) {
      if (this.#queue.length === this.#maxPending - 1) this.#host.roomToCall()
      const answer = await this.#runMethod(call)
      if (call.invocationId !== null && !this.#stopped) this.#host.send(answer)
    }
    this.#running = false
  }

  async #runMethod(call: Invocation): Promise<EncodedMessage> {
    const id = call.invocationId ?? ""
    const refusal = this.#refusal(call)
    const method = this.#host.method(call.target)
    if (refusal !== null || method === undefined) return failedCompletion(id, refusal ?? "Unknown hub method.")
    try {
      return completion(id, await method(call.args))
    } catch (cause) {
      return failedCompletion(id, this.#sentence(call, cause))
    }
  }

  async #runStream(call: Invocation): Promise<void> {
    const id = call.invocationId ?? ""
    const refusal = this.#streams.has(id) ? "The invocation id is in use." : this.#refusal(call)
    const stream = this.#host.stream(call.target)
    if (refusal !== null || stream === undefined) {
      this.#host.send(failedCompletion(id, refusal ?? "Unknown hub method."))
      return
    }
    const controller = new AbortController()
    this.#streams.set(id, controller)
    const answer = await this.#pump(call, id, () => stream(call.args, controller.signal), controller.signal)
    this.#streams.delete(id)
    if (!this.#stopped) this.#host.send(answer)
  }

  async #pump(
    call: Invocation,
    id: string,
    open: () => AsyncIterable<unknown>,
    signal: AbortSignal
  ): Promise<EncodedMessage> {
    // A stream that waits for its next item must not keep a cancelled call from completing.
    const aborted = new Promise<undefined>((resolve) => {
      signal.addEventListener("abort", () => resolve(undefined), { once: true })
    })
    try {
      const items = open()[Symbol.asyncIterator]()
      for (;;) {
        const next = await Promise.race([items.next(), aborted])
        if (next === undefined) {
          items.return?.().catch((cause: unknown) => this.#host.failed(call.target, cause, call.args))
          return completion(id, undefined)
        }
        if (next.done === true) return completion(id, undefined)
        this.#host.send(streamItem(id, next.value))
        await Promise.race([this.#host.roomToSend(), aborted])
      }
    } catch (cause) {
      return failedCompletion(id, this.#sentence(call, cause))
    }
  }

  #refusal(call: Invocation): string | null {
    const streams = call.type === MessageType.streamInvocation
    if (call.uploads > 0) return "This hub takes no uploaded streams."
    if (streams && this.#streams.size >= this.#maxPending) return "Too many streams at once."
    if (streams && this.#host.method(call.target) !== undefined) return "The method does not stream; invoke it."
    if (!streams && this.#host.stream(call.target) !== undefined) return "The method streams; ask for a stream."
    return null
  }

  #sentence(call: Invocation, cause: unknown): string {
    if (cause instanceof HubMethodError) return cause.message
    this.#host.failed(call.target, cause, call.args)
    return UNEXPECTED
  }
}
