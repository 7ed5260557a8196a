import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { FairQueue } from "./FairQueue.ts"

/** What argon2id takes: memory in KiB, passes over it, and lanes. */
interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The cost of new hashes, as in ENGINE, Security: 46 MiB, one pass, one lane. */
const usual: Cost = { memory: 47_104, passes: 1, parallelism: 1 }
const tagLength = 32

/** At most two at a time: each needs 46 MiB, a core and one of Node's four threads for files and compression. Clients take turns. */
const places = new FairQueue(2)

interface Hash {
  readonly cost: Cost
  readonly nonce: Buffer
}

const derive = (password: string, { cost, nonce }: Hash, client: string, known: boolean) =>
  Effect.acquireUseRelease(
    Effect.callback<void>((resume) => places.enter(client, () => resume(Effect.void), known)),
    () =>
      Effect.callback<Buffer>((resume) => {
        argon2("argon2id", { message: password.normalize("NFKC"), nonce, tagLength, ...cost }, (error, tag) =>
          resume(error === null ? Effect.succeed(Buffer.from(tag)) : Effect.die(error))
        )
      }),
    () => Effect.sync(() => places.leave())
  )

const encode = ({ cost: { memory, passes, parallelism }, nonce }: Hash, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString("base64url")}$${tag.toString("base64url")}`

interface StoredHash extends Hash {
  readonly tag: Buffer
}

/** Reads a stored hash; undefined if it isn't one. Its own cost counts, so that `usual` can change. */
const decode = (stored: string): StoredHash | undefined => {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (parts === null) return undefined
  const [, memory, passes, parallelism, nonce = "", tag = ""] = parts
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    nonce: Buffer.from(nonce, "base64url"),
    tag: Buffer.from(tag, "base64url")
  }
}

/** Hashes a password for storage. `client` is the key for taking turns, before strangers if it is `known`. */
export const hashPassword = (password: string, client = "", known = false): Effect.Effect<string> =>
  Effect.suspend(() => {
    const hash = { cost: usual, nonce: randomBytes(16) }
    return Effect.map(derive(password, hash, client, known), (tag) => encode(hash, tag))
  })

/** Compared for unknown emails, so that they take as long as known ones. */
const nobody: StoredHash = { cost: usual, nonce: Buffer.alloc(16), tag: Buffer.alloc(tagLength) }

/**
 * Whether a password matches a stored hash; null (no such user, or no password yet) and what is no hash never match. `client` is the key for
 * taking turns: clients with many checks wait behind clients with few, and strangers behind `known` ones.
 */
export const passwordMatches = (
  password: string,
  stored: string | null,
  client: string,
  known: boolean
): Effect.Effect<boolean> =>
  Effect.suspend(() => {
    const hash = decode(stored ?? "")
    const { tag, ...compared } = hash ?? nobody
    return Effect.map(
      derive(password, compared, client, known),
      (derived) => hash !== undefined && derived.length === tag.length && timingSafeEqual(derived, tag)
    )
  })
