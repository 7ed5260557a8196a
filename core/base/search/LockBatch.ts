/** Texts shared by many locks, and which one each lock has. */
export interface SharedTexts {
  /** Texts and tags, as `TextTable.use` takes them. */
  readonly texts: ReadonlyArray<readonly [text: string, tag: string]>
  /** For each lock, an index into `texts`. */
  readonly of: Uint32Array
}

/** Locks as columns, to be added to an index at once without one object per lock. Every lockID occurs only once. */
export interface LockBatch {
  readonly lockID: Uint32Array
  /** The serial code's 8 digits as a number. */
  readonly serial: Uint32Array
  /** Empty for none. */
  readonly units: ReadonlyArray<string>
  readonly facility: SharedTexts
  readonly status: SharedTexts
  readonly color: SharedTexts
  readonly by: SharedTexts
  readonly trait: SharedTexts
  /** Epoch milliseconds, NaN if unknown. */
  readonly updated: Float64Array
}
