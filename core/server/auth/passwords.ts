import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { FairQueue } from "./FairQueue.ts"

/** argon2id as in ENGINE, Security: 46 MiB, one pass, one lane. */
const parameters = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 } as const

/** At most two at a time: each needs 46 MiB, a core and one of Node's four threads for files and compression. Clients take turns. */
const places = new FairQueue(2)

const derive = (password: string, nonce: Buffer, client: string, known = false) =>
  Effect.acquireUseRelease(
    Effect.callback<void>((resume) => places.enter(client, () => resume(Effect.void), known)),
    () =>
      Effect.callback<Buffer>((resume) => {
        argon2("argon2id", { message: password.normalize("NFKC"), nonce, ...parameters }, (error, tag) =>
          resume(error === null ? Effect.succeed(Buffer.from(tag)) : Effect.die(error))
        )
      }),
    () => Effect.sync(() => places.leave())
  )

const encode = (nonce: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`

/** Hashes a password for storage. `client` is the key for taking turns, before strangers if it is `known`. */
export const hashPassword = (password: string, client = "", known = false): Effect.Effect<string> =>
  Effect.suspend(() => {
    const nonce = randomBytes(16)
    return Effect.map(derive(password, nonce, client, known), (tag) => encode(nonce, tag))
  })

/** Compared for unknown emails, so that they take as long as known ones. */
const nobody = encode(Buffer.alloc(16), Buffer.alloc(32))

/**
 * Whether a password matches a stored hash; null (no such user, or no password yet) never matches. `client` is the key for
 * taking turns: clients with many checks wait behind clients with few, and strangers behind `known` ones.
 */
export const passwordMatches = (
  password: string,
  stored: string | null,
  client: string,
  known = false
): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const [, , , , nonce = "", tag = ""] = (stored ?? nobody).split("$")
    return Effect.map(derive(password, Buffer.from(nonce, "base64url"), client, known), (derived) => {
      const expected = Buffer.from(tag, "base64url")
      return expected.length === derived.length && timingSafeEqual(expected, derived) && stored !== null
    })
  })
