import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>
}

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8")) as LockFile

/** Whether a package at this path finds the other one, in its own folder or one above. */
const finds = (path: string, name: string): boolean => {
  if (`${path === "" ? "" : `${path}/`}node_modules/${name}` in packages) return true
  if (path === "") return false
  const above = path.lastIndexOf("/node_modules/")
  return finds(above === -1 ? "" : path.slice(0, above), name)
}

// npm may write a lock file with only the platform it runs on. Elsewhere, the linter and the formatter would be missing then.
it("has the packages of every platform in the lock file", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !finds(path, name))
  )
  expect(missing).toEqual([])
})
