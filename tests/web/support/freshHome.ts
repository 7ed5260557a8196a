import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestHome } from "../../support/databases.ts"

/** An embedded database in a new folder, for scripts and benchmarks, which run outside the tests. */
export const freshHome: Pick<TestHome, "open"> = {
  open: () => {
    const folder = mkdtempSync(join(tmpdir(), "lockdesk-web-"))
    return Promise.resolve({
      config: { kind: "embedded", folder },
      dispose: () => Promise.resolve(rmSync(folder, { recursive: true, force: true }))
    })
  }
}
