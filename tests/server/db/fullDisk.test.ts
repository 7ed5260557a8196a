import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { Database } from "#server/db/Database.ts"
import { savedIds, startChild } from "../../support/databaseChildProcess.ts"
import { embedded } from "../../support/databases.ts"

/** The log is already larger than this. */
const roomPerFile = 1024 * 1024

/** Changes the file size limit of a running process. */
const limit = (pid: number, bytes: number | "unlimited"): void => {
  const { error, status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`])
  if (error !== undefined)
    throw new Error("this test needs the command prlimit (util-linux), which did not start", { cause: error })
  if (status !== 0) throw new Error(`prlimit refused: ${String(stderr)}`)
}

/**
 * A file size limit stands in for a full disk: a write beyond it fails in the same place, the log, with EFBIG instead of ENOSPC
 * and the same consequence, a PANIC. It needs no root and can be lifted from outside while the server runs.
 */
it("a full disk causes clear errors, and the same server continues afterwards without losing anything", async () => {
  const { config, dispose } = await embedded.open()
  const folder = config.kind === "embedded" ? config.folder : ""
  const child = await startChild("commit", folder)
  const isAway = (line: string) => line === "away"
  await child.until((lines) => savedIds(lines).length > 100)
  limit(child.pid, roomPerFile)
  await child.until((lines) => lines.filter(isAway).length > 40)
  const before = savedIds(child.lines).length

  limit(child.pid, "unlimited")
  await child.until((lines) => savedIds(lines).length > before + 200)
  await child.leave()

  const errors = child.lines.filter((line) => !isAway(line) && !line.startsWith("saved "))
  expect(errors.filter((line) => !line.toLowerCase().includes("the embedded database"))).toEqual([])
  expect(errors.join()).toContain("PANIC:  could not write to log file")
  const rows = await Effect.runPromise(
    Effect.provide(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ readonly id: number }>`SELECT id FROM entry JOIN mirror USING (id)`
      ),
      Database.layer(config)
    )
  )
  const stored = new Set(rows.map(({ id }) => id))
  expect(savedIds(child.lines).filter((id) => !stored.has(id))).toEqual([])
  await dispose()
})
