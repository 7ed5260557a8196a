/** Texts that many locks share, and which of them each lock has. */
export interface SharedTexts {
  /** A text and its tag, as `TextTable.use` takes them. */
  readonly texts: ReadonlyArray<readonly [text: string, tag: string]>
  /** For each lock, a place in `texts`. */
  readonly of: Uint32Array
}

/** Locks as columns, to be added to an index at once: no object for each of them. No lockID is there twice. */
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
  /** Epoch milliseconds, NaN when not known. */
  readonly updated: Float64Array
}
