import { HubMethodError } from "./hubErrors.ts"
import type { Invocation } from "./jsonProtocol.ts"
import { completion, failedCompletion, MessageType } from "./jsonProtocol.ts"
import type { EncodedMessage } from "./EncodedMessage.ts"

/** The hub's methods bound to a connection, and the way to answer the client. */
export interface InvocationHost {
  readonly method: (target: string) => ((args: ReadonlyArray<unknown>) => Promise<unknown>) | undefined
  readonly send: (message: EncodedMessage) => void
  /** It is no longer crowded. */
  readonly roomToCall: () => void
  readonly failed: (target: string, cause: unknown, args: ReadonlyArray<unknown>) => void
}

const UNEXPECTED = "The server could not carry out the call."

/**
 * Runs a client's invocations one after another, in order. Every invocation with an id gets exactly one completion; one without
 * an id gets none.
 */
export class Invocations {
  readonly #host: InvocationHost
  readonly #maxPending: number
  #queue: Array<Invocation> = []
  #running = false
  #stopped = false

  constructor(host: InvocationHost, maxPending: number) {
    this.#host = host
    this.#maxPending = maxPending
  }

  /** Whether so many calls wait that reading should pause. */
  get crowded(): boolean {
    return this.#queue.length >= this.#maxPending
  }

  /** Queues an invocation. */
  accept(call: Invocation): void {
    this.#queue.push(call)
    if (!this.#running) void this.#runQueue()
  }

  /** The client is gone: waiting calls are dropped, and no more answers are sent. */
  stop(): void {
    this.#stopped = true
    this.#queue = []
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

  #refusal(call: Invocation): string | null {
    if (call.uploads > 0) return "This hub takes no uploaded streams."
    if (call.type === MessageType.streamInvocation) return "This hub has no streams; invoke the method."
    return null
  }

  #sentence(call: Invocation, cause: unknown): string {
    if (cause instanceof HubMethodError) return cause.message
    this.#host.failed(call.target, cause, call.args)
    return UNEXPECTED
  }
}
