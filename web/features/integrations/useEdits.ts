import { useState } from "react"

/** Something that is edited in a form, and counts its edits. */
interface Versioned {
  readonly version: number
}

/** The edits of a form, and whether somebody else has saved other ones meanwhile. */
export interface Edits<Kept, Values> {
  /** What the edits are of: the values as they were when the form was opened, or loaded again. */
  readonly base: Kept | null
  readonly values: Values
  readonly dirty: boolean
  readonly changedMeanwhile: boolean
  readonly change: (more: Partial<Values>) => void
  /** Drops the edits. */
  readonly reset: () => void
  /** The server refused them, because the base is not the latest any more. */
  readonly refused: () => void
}

/**
 * Keeps the edits of a form. `latest` is what is edited as it is known by now, null for something new. Without edits the form follows
 * it; with edits nothing here changes unasked.
 */
export const useEdits = <Kept extends Versioned, Values extends object>(
  latest: Kept | null,
  valuesOf: (kept: Kept | null) => Values,
  same: (one: Values, other: Values) => boolean
): Edits<Kept, Values> => {
  const [base, setBase] = useState(latest)
  const [edited, setEdited] = useState<Values | null>(null)
  const [stale, setStale] = useState(false)
  const saved = valuesOf(base)
  const dirty = edited !== null && !same(edited, saved)
  const newer = latest !== null && base !== null && latest.version > base.version
  // An edit of something that is not in this form takes nothing away from it.
  if (newer && (!dirty || same(valuesOf(latest), saved))) {
    setBase(latest)
    if (!dirty) setEdited(null)
    setStale(false)
  }
  return {
    base,
    values: edited ?? saved,
    dirty,
    changedMeanwhile: dirty && (stale || newer),
    change: (more) => setEdited((now) => ({ ...(now ?? saved), ...more })),
    reset: () => {
      setEdited(null)
      setStale(false)
      setBase(latest)
    },
    refused: () => setStale(true)
  }
}
