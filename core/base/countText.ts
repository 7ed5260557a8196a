/**
 * A count with commas: `93,000`. Hand-written because the first `Intl.NumberFormat` of a process takes 14 ms, which would delay
 * the console's first screen.
 */
export const countText = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")
