/**
 * Screens are JSX. The bundle has them compiled; run from the sources, Node is taught JSX first, by the development tool
 * that does it.
 */
export const prepareScreens = async (): Promise<void> => {
  if (import.meta.url.endsWith(".ts")) (await import("tsx/esm/api")).register()
}
