import { useState } from "react"
import { useKeptInput } from "./keptInputs.ts"
import { useKeepInput } from "./useKeepInput.ts"

/** An editable item whose version changes with each edit. */
interface Versioned {
  readonly version: number | string
  /** Who saved it. */
  readonly updatedBy: string | null
}

/** Who saved the newer version, by name if known: data of the problem of an outdated edit. */
export type ChangedBy = Pick<Versioned, "updatedBy">

/** Unsaved edits of a form, and whether someone else saved a newer version. */
export interface Edits<Kept, Values> {
  /** The version the edits are based on: from when the form was opened or reloaded. */
  readonly base: Kept | null
  readonly values: Values
  readonly dirty: boolean
  /** Null if the edits are based on the newest version. */
  readonly changedMeanwhile: ChangedBy | null
  readonly change: (more: Partial<Values>) => void
  /** Discards the edits. */
  readonly reset: () => void
  /** Call when the server rejects the edits because the base is outdated. */
  readonly refused: (by: ChangedBy) => void
}

/**
 * Manages the edits of a form. `latest` is the newest version loaded, null for a new item. Without edits the form
 * follows it; with edits it keeps the user's values. `name`: of the form on its screen.
 */
export const useEdits = <Kept extends Versioned, Values extends object>(
  latest: Kept | null,
  valuesOf: (kept: Kept | null) => Values,
  same: (one: Values, other: Values) => boolean,
  name: string
): Edits<Kept, Values> => {
  const kept = useKeptInput<{ readonly base: Kept | null; readonly edited: Values }>(name)
  const [base, setBase] = useState(kept?.base ?? latest)
  const [edited, setEdited] = useState<Values | null>(kept?.edited ?? null)
  useKeepInput(name, edited === null ? null : { base, edited })
  const [stale, setStale] = useState<ChangedBy | null>(null)
  const saved = valuesOf(base)
  const dirty = edited !== null && !same(edited, saved)
  // Versions are compared for equality only: a company's is a hash.
  const newer = latest !== null && base !== null && latest.version !== base.version
  // Neither a change outside this form's fields nor the same edit conflicts with it. The latter is usually the form's own.
  const isSaved = newer && edited !== null && same(edited, valuesOf(latest))
  if (newer && (!dirty || isSaved || same(valuesOf(latest), saved))) {
    setBase(latest)
    if (!dirty || isSaved) setEdited(null)
    setStale(null)
  }
  return {
    base,
    values: edited ?? saved,
    dirty,
    changedMeanwhile: !dirty ? null : newer ? latest : stale,
    change: (more) => setEdited((now) => ({ ...(now ?? saved), ...more })),
    reset: () => {
      setEdited(null)
      setStale(null)
      setBase(latest)
    },
    refused: setStale
  }
}
