import { Effect, Exit, Scope } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { DataFolderInUse } from "#server/db/databaseErrors.ts"
import { lockDataFolder } from "#server/db/dataFolderLock.ts"
import { withFolder } from "../../support/databaseFolders.ts"
import { startChild } from "../../support/databaseChildProcess.ts"
import { homes } from "../../support/databases.ts"

const embedded = homes.filter((home) => home.name === "embedded")

/** Tries to lock, and says who has it instead; "free" when nobody had. */
const tryLock = (folder: string): Promise<"free" | DataFolderInUse> =>
  Effect.runPromise(
    Effect.scoped(lockDataFolder(folder)).pipe(
      Effect.as("free" as const),
      Effect.catchTag("DataFolderInUse", (error) => Effect.succeed(error))
    )
  )

describe("the lock of a data folder", () => {
  it("is refused a second time in the same process, and free again afterwards", () =>
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

  it.each(embedded)("is never taken from a living process, and names it", async (home) => {
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

  it.each(embedded)("does not outlive a process that is killed", async (home) => {
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

  it.each(embedded)("goes to exactly one of several that start at once", async (home) => {
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
