import { countText } from "./countText.ts"

/** A count with its noun: `1 row`, `2,000 rows`. */
export const countOf = (count: number, one: string, several = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : several}`
