/**
 * The only file that opens PGlite and depends on its internals.
 *
 * PGlite 0.5.16 as shipped is not durable: it starts PostgreSQL with `-F` (no fsync), and its Node file system has no `fsync`
 * operation, so PostgreSQL's own calls do nothing. It also does not stop when PostgreSQL does: after a PANIC its message loop
 * continues with a broken backend. Both are fixed here, through these internals of the exact version pinned in package.json:
 *
 * 1. `PGlite.defaultStartParams` (public): we drop `-F` and set the durability parameters ourselves.
 * 2. `NODEFS.stream_ops.fsync` (Emscripten): called by the WASM import `fd_sync`. `fdatasync` is a no-op in that build, hence
 *    `wal_sync_method=fsync`. Directories are opened through the same operation, so renames are synced as well.
 * 3. `Module._PostgresMainLoopOnce`: the loop in `execProtocolRawSync` swallows everything it throws. Status 100 is the
 *    ordinary end of a failed statement; anything else means that PostgreSQL is gone.
 *
 * `proveDurable` proves at every start that 1 and 2 are still true.
 */
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { planning } from "./planning.ts"
import { fdatasyncSync } from "node:fs"

/** The part of the Emscripten module we use; the published types refer to `@types/emscripten`, which is not installed. */
interface Internals {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number }
    readonly tryFSOperation: <A>(operation: () => A) => A
  }
  _PostgresMainLoopOnce: () => void
}

type Init = Parameters<NodeFS["init"]>

/** PGlite's `POSTGRES_MAIN_LONGJMP`: how a failed statement leaves the main loop. */
const failedStatementStatus = 100

class DurableNodeFS extends NodeFS {
  /** How many files and directories were synced since this file system was opened. */
  syncs = 0

  override async init(pg: Init[0], options: Init[1]): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = (module: unknown) => {
      const { NODEFS } = module as Internals
      NODEFS.stream_ops.fsync = (stream) => {
        NODEFS.tryFSOperation(() => fdatasyncSync(stream.nfd))
        this.syncs++
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...[
    "fsync=on",
    "wal_sync_method=fsync",
    "synchronous_commit=on",
    "full_page_writes=on",
    ...Object.entries(planning).map((setting) => setting.join("="))
  ].flatMap((setting) => ["-c", setting])
]

/** Options that make PGlite durable. `fs.syncs` counts the synced files. */
export const durableOptions = (folder: string) => ({
  fs: new DurableNodeFS(folder),
  startParams,
  extensions: { pg_trgm }
})

/** An open engine. It is single-threaded and synchronous: while a message runs, its thread does nothing else. */
export interface DurablePglite {
  /** The number of files and directories synced so far. */
  readonly syncs: () => number
  /** Runs complete wire protocol messages and returns PostgreSQL's answer, owned by the caller. */
  readonly execute: (messages: Uint8Array) => Uint8Array<ArrayBuffer>
  /** Shuts PostgreSQL down with a checkpoint, so that the next start has nothing to replay. */
  readonly close: () => Promise<void>
}

/**
 * Opens the PGlite data folder `folder`, creating it if needed; its parent must exist. `onStop` is called once, with the last
 * message, if PostgreSQL stops unexpectedly (PANIC, FATAL, a trap in WASM). It must not return: nothing the engine says
 * afterwards can be trusted.
 */
export const openDurablePglite = async (folder: string, onStop: (reason: string) => never): Promise<DurablePglite> => {
  const options = durableOptions(folder)
  let lastWords = ""
  const pg = await PGlite.create({
    ...options,
    onStderr: (line) => {
      // Skip the rest of its output: it could contain statements with their values.
      lastWords = /\b(?:PANIC|FATAL): .*/.exec(line)?.[0] ?? lastWords
      return false
    }
  }).catch((cause: unknown) => {
    throw new Error(lastWords === "" ? String(cause) : lastWords, { cause })
  })

  const module = pg.Module as unknown as Internals
  const once = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      once()
    } catch (cause) {
      if ((cause as { readonly status?: number }).status === failedStatementStatus) throw cause
      onStop(lastWords === "" ? String(cause) : lastWords)
    }
  }

  return {
    syncs: () => options.fs.syncs,
    execute: (messages) => {
      const parts: Array<Uint8Array> = []
      // The method is async only by signature: everything happens before it returns. The plain `execProtocolRaw` would parse
      // every answer and keep the result forever.
      void pg.execProtocolRawStream(messages, { syncToFs: false, onRawData: (bytes) => parts.push(bytes.slice()) })
      return concat(parts)
    },
    close: () => pg.close()
  }
}

const concat = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
