import { Effect, Layer, Redacted } from "effect"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { dataLayer } from "#server/main.ts"
import { homes } from "../../support/databases.ts"
import { withFolder } from "../../support/databaseFolders.ts"

describe.each(homes)("the master key, on $name", (home) => {
  it("is created at the first start, and never again once something is sealed", () =>
    withFolder(async (own) => {
      const { config, dispose } = await home.open()
      const data = config.kind === "embedded" ? config.folder : own
      const open = (key?: string) =>
        Effect.runPromise(
          Effect.scoped(
            Layer.build(
              dataLayer({
                data,
                ...(config.kind === "server" ? { databaseUrl: config.url } : {}),
                ...(key === undefined ? {} : { masterKey: Redacted.make(key) })
              })
            )
          )
        )
      await open()
      const path = join(data, "master.key")
      const key = readFileSync(path, "utf8")
      rmSync(path)
      const error = await open().then(
        () => expect.unreachable("it started"),
        (cause: Error) => cause
      )
      expect(error.message).toContain("master.key")
      expect(error.message).toContain("Put the file back from its backup, or give the key in LOCKDESK_MASTER_KEY")
      expect(existsSync(path)).toBe(false)
      await open(key)
      await dispose()
    }))
})
