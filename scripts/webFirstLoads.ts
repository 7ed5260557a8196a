import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"

interface ManifestChunk {
  readonly file: string
  readonly imports?: ReadonlyArray<string>
  readonly dynamicImports?: ReadonlyArray<string>
  readonly css?: ReadonlyArray<string>
  readonly isEntry?: boolean
}

/** What Vite writes of a build: each chunk by its source, and what it imports. */
type ViteManifest = Readonly<Record<string, ManifestChunk>>

/** What is known of a built console. */
export interface BuiltWeb {
  /** Our own files that it is made of, from the top of the clone. */
  readonly inputs: ReadonlyArray<string>
  /** Files in the folder. */
  readonly outputs: ReadonlyArray<string>
  readonly manifest: ViteManifest
}

/** Where that stands: beside the folder, not in it, for the server serves whatever is in the folder. */
export const webRecordFile = (folder: string): string => `${folder}.json`

/** What a screen loads before it can show itself. */
export interface FirstLoad {
  readonly screen: string
  /** Gzipped bytes. */
  readonly scripts: number
  readonly styles: number
  readonly files: number
  readonly goal: number
}

interface Budget {
  readonly screen: string
  readonly parts: ReadonlyArray<string>
  /** Modules that are loaded right behind it, with what they load at once themselves. */
  readonly ahead?: ReadonlyArray<string>
  readonly goal: number
}

/**
 * Screens with a budget: the modules each is made of besides the entry, and the most gzipped bytes of scripts (issue 3,
 * section 3). One that is no chunk of its own is in a chunk of another. Manage Locks counts what is loaded right behind it, too; its
 * budget is a little more than it has now. The goal is 300 KB, styles included (decision 88).
 */
const budgets: ReadonlyArray<Budget> = [
  { screen: "sign-in", parts: ["web/routes/SignInRoute.tsx"], goal: 170_000 },
  {
    screen: "dashboard",
    parts: ["web/routes/ProtectedConsole.tsx", "web/routes/SignedInRoute.tsx", "web/routes/DashboardRoute.tsx"],
    goal: 280_000
  },
  {
    screen: "Manage Locks",
    parts: ["web/routes/ProtectedConsole.tsx", "web/routes/SignedInRoute.tsx", "web/routes/ManageLocksRoute.tsx"],
    ahead: ["web/features/reveals/RevealDialog.tsx", "web/sync/keepCurrent.ts"],
    goal: 328_000
  }
]

/** Every chunk that these need before they run: themselves and what they import statically. */
const reachable = (manifest: ViteManifest, keys: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return seen
}

/** The gzipped bytes that each screen with a budget loads first, by the static imports of the console built in `folder`. */
export const firstLoads = (folder: string): ReadonlyArray<FirstLoad> => {
  const { inputs, manifest } = JSON.parse(readFileSync(webRecordFile(folder), "utf8")) as BuiltWeb
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry === true)
  const size = (file: string): number => statSync(join(folder, `${file}.gz`)).size
  const sum = (files: ReadonlySet<string>): number => [...files].reduce((total, file) => total + size(file), 0)
  const keyOf = (part: string): string => part.replace("web/", "")
  return budgets.map(({ screen, parts, ahead = [], goal }) => {
    const gone = [...parts, ...ahead].filter((part) => !inputs.includes(part))
    if (gone.length > 0) throw new Error(`the console has no ${gone.join(", ")}: what does ${screen} load now?`)
    const behind = ahead.map(keyOf).flatMap((key) => [key, ...(manifest[key]?.dynamicImports ?? [])])
    const own = [...parts.map(keyOf), ...behind].filter((key) => manifest[key] !== undefined)
    const chunks = [...reachable(manifest, [...entries, ...own])].flatMap((key) => manifest[key] ?? [])
    const scripts = new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith(".js")))
    const styles = new Set(chunks.flatMap(({ css = [] }) => css))
    return { screen, scripts: sum(scripts), styles: sum(styles), files: scripts.size + styles.size, goal }
  })
}
