import { Effect, Exit, Logger, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { DataFolderInUse } from "#server/db/databaseErrors.ts"
import { Database } from "#server/db/Database.ts"
import { makePrivate } from "#server/db/privateFolder.ts"
import { lockDataFolder } from "#server/db/dataFolderLock.ts"
import { withFolder } from "../../support/databaseFolders.ts"
import { startChild } from "../../support/databaseChildProcess.ts"
import { embedded } from "../../support/databases.ts"

/** Tries to lock the folder: returns "free", or the error that names the current owner. */
const tryLock = (folder: string): Promise<"free" | DataFolderInUse> =>
  Effect.runPromise(
    Effect.scoped(lockDataFolder(folder)).pipe(
      Effect.as("free" as const),
      Effect.catchTag("DataFolderInUse", (error) => Effect.succeed(error))
    )
  )

describe("the lock of a data folder", () => {
  it("is refused a second time in the same process, and free after release", () =>
    withFolder(async (parent) => {
      const folder = join(parent, "made", "on", "demand")
      const scope = await Effect.runPromise(Scope.make())
      await Effect.runPromise(Scope.provide(lockDataFolder(folder), scope))
      expect(existsSync(folder)).toBe(true)
      const refusal = await tryLock(folder)
      expect(refusal).toBeInstanceOf(DataFolderInUse)
      expect(refusal).toMatchObject({ folder, pid: process.pid })
      await Effect.runPromise(Scope.close(scope, Exit.void))
      expect(await tryLock(folder)).toBe("free")
    }))

  it("removes access for other users from the folder and our files, and logs it", () =>
    withFolder(async (parent) => {
      const folder = join(parent, "open")
      mkdirSync(join(folder, "database", "base"), { recursive: true })
      for (const name of ["database/base/1", "master.key", "audit.witness", "notes.txt"])
        writeFileSync(join(folder, name), "")
      for (const name of [
        "",
        "database",
        "database/base",
        "database/base/1",
        "master.key",
        "audit.witness",
        "notes.txt"
      ])
        chmodSync(join(folder, name), 0o777)
      const logged: Array<string> = []
      const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => void logged.push(line))])
      const lock = () => Effect.runPromise(Effect.provide(Effect.scoped(lockDataFolder(folder)), logger))
      await lock()
      const mode = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
      for (const name of ["", "database", "database/base"]) expect([name, mode(name)]).toEqual([name, "700"])
      for (const name of ["database/base/1", "master.key", "audit.witness"])
        expect([name, mode(name)]).toEqual([name, "600"])
      // Files that aren't ours stay as they are.
      expect(mode("notes.txt")).toBe("777")
      expect(logged.join()).toContain("Other users of this machine could open the data folder")
      logged.length = 0
      await lock()
      expect(logged).toEqual([])
    }))

  it("is refused if the folder belongs to another user", () =>
    withFolder(async (parent) => {
      // Root's folder belongs to another user for anyone but root, who instead gives a folder away.
      const folder = process.getuid?.() === 0 ? join(parent, "theirs") : "/"
      if (folder !== "/") {
        mkdirSync(folder)
        chownSync(folder, 65_534, 65_534)
      }
      const error = await Effect.runPromise(Effect.flip(Effect.scoped(makePrivate(folder))))
      expect(error.message).toContain("belongs to another user")
      expect(error.message).toContain("Start the server as that user")
    }))

  it("removes others' access to the engine's files with any umask", () =>
    withFolder(async (folder) => {
      const before = process.umask(0)
      try {
        const program = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE made_later (n int)`
          yield* sql`CHECKPOINT`
        })
        await Effect.runPromise(
          program.pipe(Effect.provide(Database.layer({ kind: "embedded", folder })), Effect.scoped)
        )
        const open = () =>
          readdirSync(folder, { recursive: true, encoding: "utf8" })
            .filter((name) => name !== "owner")
            .filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0)
        // Files that PostgreSQL creates with wide permissions are in private folders, and become private at the next start.
        expect(open().filter((name) => statSync(join(folder, name)).isDirectory())).toEqual([])
        await Effect.runPromise(Effect.scoped(lockDataFolder(folder)))
        expect(open()).toEqual([])
      } finally {
        process.umask(before)
      }
    }))

  it.each([embedded])("is never taken from a running process, and names it", async (home) => {
    const { config, dispose } = await home.open()
    const folder = config.kind === "embedded" ? config.folder : ""
    const holder = await startChild("open", folder)
    await holder.until((lines) => lines.includes("open"))
    const second = await startChild("open", folder)
    await second.until((lines) => lines.some((line) => line.startsWith("failed DataFolderInUse")))
    expect(second.lines.join()).toContain(`in use by process ${holder.pid}`)
    expect(second.lines.join()).toContain(folder)
    expect(second.lines.join()).toContain("Stop that server first")
    await holder.leave()
    expect(await tryLock(folder)).toBe("free")
    await second.leave()
    await dispose()
  })

  it.each([embedded])("does not survive a killed process", async (home) => {
    const { config, dispose } = await home.open()
    const folder = config.kind === "embedded" ? config.folder : ""
    const first = await startChild("open", folder)
    await first.until((lines) => lines.includes("open"))
    await first.kill("SIGKILL")
    const second = await startChild("open", folder)
    await second.until((lines) => lines.includes("open"))
    await second.leave()
    await dispose()
  })

  it.each([embedded])("goes to exactly one of several concurrent starts", async (home) => {
    const { config, dispose } = await home.open()
    const folder = config.kind === "embedded" ? config.folder : ""
    const children = await Promise.all([1, 2, 3].map(() => startChild("open", folder)))
    const decided = (lines: ReadonlyArray<string>) => lines.length > 0
    await Promise.all(children.map((child) => child.until(decided)))
    const outcomes = children.map((child) => child.lines[0]?.slice(0, 22)).sort()
    expect(outcomes).toEqual(["failed DataFolderInUse", "failed DataFolderInUse", "open"])
    await Promise.all(children.map((child) => child.leave()))
    await dispose()
  })
})
