import { randomBytes } from "node:crypto"
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from "node:fs"
import { join } from "node:path"
import { Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import { messageOf } from "#core/base/messageOf.ts"
import { makeFolder } from "../db/makeFolder.ts"
import { Settings } from "../Settings.ts"

/** The master key is missing, malformed, or not the one this database was created with. */
export class MasterKeyWrong extends Schema.TaggedError<MasterKeyWrong>()("MasterKeyWrong", {
  reason: Schema.String
}) {
  override get message(): string {
    return `The master key cannot be used: ${this.reason}.`
  }
}

const keyFile = "master.key"
const hex = /^[0-9a-f]{64}$/i

const parse = (text: string, where: string): Effect.Effect<Buffer, MasterKeyWrong> =>
  hex.test(text.trim())
    ? Effect.succeed(Buffer.from(text.trim(), "hex"))
    : Effect.fail(new MasterKeyWrong({ reason: `${where} must hold 64 hexadecimal digits` }))

/**
 * Writes a new key atomically, so that no concurrent start sees an incomplete file: links a complete file into place, unless
 * another start already did.
 */
const create = (folder: string, path: string): void => {
  makeFolder(folder)
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, "w", 0o600)
  writeSync(file, `${randomBytes(32).toString("hex")}\n`)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Why no new key is created beside a database that has one, and what to do. */
const lost =
  "the database holds combinations that only it can open. Put the file back from its backup, or give the key in " +
  "LOCKDESK_MASTER_KEY. A new key can't decrypt them"

const exists = (error: unknown): boolean => (error as NodeJS.ErrnoException).code !== "ENOENT"

/**
 * The key that wraps every company's data key: from the settings, otherwise from `master.key` in the data folder. It is created
 * there at the first start (never after something was sealed), readable only by its owner. It is never in the database; losing
 * it means losing every combination.
 */
export const masterKey: Effect.Effect<Buffer, MasterKeyWrong | SqlError, Settings | SqlClient.SqlClient> = Effect.gen(
  function* () {
    const settings = yield* Settings
    const sql = yield* SqlClient.SqlClient
    const sealed = (yield* sql`SELECT FROM system_keys LIMIT 1`).length > 0
    if (settings.masterKey !== null) return yield* parse(Redacted.value(settings.masterKey), "LOCKDESK_MASTER_KEY")
    const path = join(settings.dataFolder, keyFile)
    const text = yield* Effect.try({
      try: () => {
        try {
          return readFileSync(path, "utf8")
        } catch (error) {
          if (exists(error)) throw error
          if (sealed) throw new Error(`it is missing, and ${lost}`)
          create(settings.dataFolder, path)
          return readFileSync(path, "utf8")
        }
      },
      catch: (error) => new MasterKeyWrong({ reason: `${path}: ${messageOf(error)}` })
    })
    yield* Effect.try({
      try: () => chmodSync(path, 0o600),
      catch: (error) => new MasterKeyWrong({ reason: `${path}: ${messageOf(error)}` })
    })
    return yield* parse(text, path)
  }
)
