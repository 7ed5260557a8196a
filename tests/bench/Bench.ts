/**
 * What one benchmark reports: our figure and its baseline, measured in the same run on the same machine.
 * `ratio` is always ours divided by baseline, in the unit of the row; `goal` says which side of it is good.
 */
export interface BenchRow {
  /** What was measured, in a few words. */
  readonly what: string
  readonly unit: string
  readonly ours: number
  readonly baseline: number
  /** What the baseline is, named so that a reader could rebuild it. */
  readonly baselineName: string
  /**
   * `{ atMost: 2 }`: ours / baseline may be 2 at most. `{ atLeast: 0.5 }`: it must reach one half. `{ within: 22 }`: ours
   * itself may be 22 at most, in the unit of the row. `{ reaches: 800 }`: ours itself must be 800 at least.
   */
  readonly goal:
    | { readonly atMost: number }
    | { readonly atLeast: number }
    | { readonly within: number }
    | { readonly reaches: number }
  /** Percentiles, sample sizes: whatever a reader needs to trust the row. */
  readonly note?: string
}

/** One file `tests/bench/<name>.bench.ts` exports one of these as `bench`; `npm run bench` runs them all in turn. */
export interface Bench {
  readonly name: string
  readonly run: () => Promise<ReadonlyArray<BenchRow>>
}
