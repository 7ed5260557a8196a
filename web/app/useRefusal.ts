import { useState } from "react"

/**
 * Why the server refused edits as outdated, until the newer version is loaded, which shows it as well; null if it didn't. `saved`
 * is the newest version loaded.
 */
export const useRefusal = <Saved, Why>(saved: Saved): readonly [Why | null, (why: Why) => void] => {
  const [refusal, setRefusal] = useState<{ readonly saved: Saved; readonly why: Why } | null>(null)
  return [refusal?.saved === saved ? refusal.why : null, (why) => setRefusal({ saved, why })]
}
