import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"

interface ManifestChunk {
  readonly file: string
  readonly imports?: ReadonlyArray<string>
  readonly dynamicImports?: ReadonlyArray<string>
  readonly css?: ReadonlyArray<string>
  readonly isEntry?: boolean
}

/** Vite's build manifest: each chunk by its source, with its imports. */
type ViteManifest = Readonly<Record<string, ManifestChunk>>

/** The record of a built console. */
export interface BuiltWeb {
  /** Its source files, relative to the clone. */
  readonly inputs: ReadonlyArray<string>
  /** Its files in the folder. */
  readonly outputs: ReadonlyArray<string>
  readonly manifest: ViteManifest
}

/** The record's path: beside the folder, because the server serves everything inside it. */
export const webRecordFile = (folder: string): string => `${folder}.json`

/** The folder of its source maps, also beside it: `sourceOf.ts` reads them, and nobody downloads them. */
export const webMapsFolder = (folder: string): string => `${folder}-maps`

/** The size of everything a screen loads before it is shown. */
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
  /** Modules that are loaded right after it, with their static imports. */
  readonly ahead?: ReadonlyArray<string>
  readonly goal: number
}

/**
 * Screens with a budget: the modules of each besides the entry, and the maximum gzipped bytes of scripts (issue 3, section 3).
 * A module without its own chunk is part of another. Manage Locks also counts what is loaded right after it; its budget is
 * slightly above its current size, which is 300 KB including styles (decisions 88 and 133).
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
    goal: 291_600
  }
]

/** All chunks needed to run these: themselves and their static imports. */
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
