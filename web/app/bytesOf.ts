import { Stream } from "effect"
import { NoAnswer } from "./fetchCall.ts"

/** Streams the bytes of a file. */
export const bytesOf = (body: ReadableStream<Uint8Array> | null): Stream.Stream<Uint8Array, NoAnswer> =>
  body === null
    ? Stream.empty
    : Stream.fromReadableStream({
        evaluate: () => body,
        onError: (cause) => new NoAnswer("the answer broke off", { cause })
      })
