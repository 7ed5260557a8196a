import { join } from "node:path"

/**
 * The output folder of the console's build: `dist/web`. The bundled server is in `dist/` itself, its source three folders below
 * the top of the clone.
 */
export const builtConsole: string = import.meta.filename.endsWith(".ts")
  ? join(import.meta.dirname, "../../../dist/web")
  : join(import.meta.dirname, "web")
