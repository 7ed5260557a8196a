import { join } from "node:path"

/**
 * Screens are JSX. The bundle has them compiled; run from the sources, Node is taught JSX first, by the development tool
 * that does it. It would look for how to where the command was given, which may be anywhere.
 */
export const prepareScreens = async (): Promise<void> => {
  if (!import.meta.url.endsWith(".ts")) return
  const { register } = await import("tsx/esm/api")
  register({ tsconfig: join(import.meta.dirname, "../../tsconfig.json") })
}
