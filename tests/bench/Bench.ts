/**
 * A result row of a benchmark: our figure and its baseline, measured in the same run on the same machine. `ratio` is always
 * ours divided by the baseline, in the unit of the row; `goal` says which side of it is good.
 */
export interface BenchRow {
  /** What was measured, in a few words. */
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly baseline: number
  /** The baseline, described so that a reader could rebuild it. */
  readonly baselineName: string
  /**
   * `{ atMost: 2 }`: ours / baseline may be at most 2. `{ atLeast: 0.5 }`: it must be at least one half. `{ within: 22 }`: ours
   * itself may be at most 22, in the unit of the row. `{ reaches: 800 }`: ours itself must be at least 800.
   */
  readonly goal:
    | { readonly atMost: number }
    | { readonly atLeast: number }
    | { readonly within: number }
    | { readonly reaches: number }
  /** Percentiles and sample sizes: whatever a reader needs to trust the row. */
  readonly note?: string
}

/** A file `tests/bench/<name>.bench.ts` exports one of these as `bench`; `npm run bench` runs all of them in turn. */
export interface Bench {
  readonly name: string
  readonly run: () => Promise<ReadonlyArray<BenchRow>>
}
