import { countText } from "./countText.ts"

/** How many of something: `1 row`, `2,000 rows`. */
export const countOf = (count: number, one: string, several = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : several}`
