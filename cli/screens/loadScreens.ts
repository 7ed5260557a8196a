import { join } from "node:path"

/**
 * Screens are JSX. The bundle has them compiled; when run from source, Node first gets a JSX loader, a development tool. Its
 * configuration is given explicitly, because it would look in the current directory.
 */
export const prepareScreens = async (): Promise<void> => {
  if (!import.meta.url.endsWith(".ts")) return
  const { register } = await import("tsx/esm/api")
  register({ tsconfig: join(import.meta.dirname, "../../tsconfig.json") })
}
