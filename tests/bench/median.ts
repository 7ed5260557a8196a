/** The median of the figures; the upper one of two. */
export const median = (figures: ReadonlyArray<number>): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
