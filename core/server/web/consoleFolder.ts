import { join } from "node:path"

/**
 * Where the build puts the console: `dist/web`. The bundled server lies in `dist/` itself, its sources three folders below
 * the top of the clone.
 */
export const builtConsole: string = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../../dist/web")
  : join(import.meta.dirname, "web")
