/**
 * `node scripts/warmBundle.ts DIST PROGRAM RUN...`: runs the built commands once against a server with one lock, and writes the
 * caches of the compiled code. Fails if the bundle does not run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nouns } from "#cli/commands/nouns.ts"
import { loadedScripts, loadScript } from "#cli/loadScript.ts"
import { FacilityId, LockId } from "#core/base/ids.ts"
import type { ShownLock } from "#core/locks/Lock.ts"

const [folder = "dist", program = "program", ...runs] = process.argv.slice(2)
const serial = "10000001"

const lock: ShownLock = {
  lockID: LockId.make(1),
  serialCode: serial,
  facilityID: FacilityId.make(1),
  facilityName: "Maple St",
  isActive: true,
  lockStatusID: 1,
  statusName: "Active",
  secondaryLockStatus: 1004,
  secondaryStatusName: "Assigned Overlock",
  unitNumber: "B-114",
  color: -4144960,
  viewCount: 0,
  updatedBy: "Mia",
  updatedOn: "2026-01-01T00:00:00.000Z",
  unlockCode: null
}

const server = createServer((request, response) => {
  const search = request.url?.startsWith("/api/locks/search") === true
  const answer = search ? { success: true, data: [lock], totalCount: 1 } : { success: true, data: lock }
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

const settings = mkdtempSync(join(tmpdir(), "lockdesk-warm-"))
Object.assign(process.env, {
  LOCKDESK_CONFIG_DIR: settings,
  LOCKDESK_HOST: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  LOCKDESK_TOKEN: "none",
  LOCKDESK_PROFILE: ""
})

const { main } = loadScript(folder, program) as {
  readonly main: (argv: ReadonlyArray<string>, version: string) => Promise<number>
}
for (const argv of [["locks", "show", serial], ["locks", "show", serial, "--json"], ["--help"]]) {
  const code = await main(argv, "0")
  if (code !== 0) throw new Error(`lockdesk ${argv.join(" ")} ended with ${code}`)
}
// The server's response fits no other list: these commands fail, but only after running everything a call needs.
for (const noun of nouns) if (noun !== "locks") await main([noun, "ls", "--no-input"], "0")
for (const run of runs) if (!loadedScripts.has(run)) loadScript(folder, run)
for (const [name, script] of loadedScripts) writeFileSync(join(folder, `${name}.cache`), script.createCachedData())

rmSync(settings, { recursive: true })
process.exit(0)
