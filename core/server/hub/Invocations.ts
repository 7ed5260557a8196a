import { HubMethodError } from "./hubErrors.ts"
import type { Invocation } from "./jsonProtocol.ts"
import { completion, failedCompletion, MessageType } from "./jsonProtocol.ts"
import type { EncodedMessage } from "./EncodedMessage.ts"

/** The methods of a hub with the connection already applied, and the way back to the client. */
export interface InvocationHost {
  readonly method: (target: string) => ((args: ReadonlyArray<unknown>) => Promise<unknown>) | undefined
  readonly send: (message: EncodedMessage) => void
  /** It is crowded no more. */
  readonly roomToCall: () => void
  readonly failed: (target: string, cause: unknown, args: ReadonlyArray<unknown>) => void
}

const UNEXPECTED = "The server could not carry out the call."

/**
 * Runs what one client invokes, one after another in the order they came. Every invocation that has an id ends in exactly one
 * completion; one without an id never gets any.
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

  /** Whether so many calls wait that no more should be read for now. */
  get crowded(): boolean {
    return this.#queue.length >= this.#maxPending
  }

  /** Takes an invocation in. */
  accept(call: Invocation): void {
    this.#queue.push(call)
    if (!this.#running) void this.#runQueue()
  }

  /** The client is gone: nothing that waits is begun, and no answer is sent any more. */
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
