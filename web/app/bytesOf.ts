import { Stream } from "effect"
import { NoAnswer } from "./fetchCall.ts"

/** The bytes of a file as they come. */
export const bytesOf = (body: ReadableStream<Uint8Array> | null): Stream.Stream<Uint8Array, NoAnswer> =>
  body === null
    ? Stream.empty
    : Stream.fromReadableStream({
        evaluate: () => body,
        onError: (cause) => new NoAnswer("the answer broke off", { cause })
      })
