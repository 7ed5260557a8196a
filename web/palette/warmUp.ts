import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { whenIdle } from "#web/app/whenIdle.ts"
import { listFor } from "./listFor.ts"
import { PaletteSources } from "./PaletteSources.ts"

/** A serial code and words as they are typed: what is run so often is compiled well before the first key of a person. */
const typed = ["", ..."40718263", ..."maple st"].map((_, at, keys) => keys.slice(at < 9 ? 0 : 9, at + 1).join(""))

/**
 * Lists for nobody to see, a text at a time, when the page is drawn and the browser has nothing else to do: the first opening
 * and the first keys then find everything compiled and prepared. The answer gives it up.
 */
export const warmUp = (user: LoggedInUser): (() => void) => {
  const sources = new PaletteSources(0)
  const around = { user, places: sources.places, selected: null, found: [], left: null, answered: false }
  let left = [...typed, ...typed]
  let giveUp: () => void = () => undefined
  const next = (): void => {
    const [text, ...rest] = left
    if (text === undefined) return
    left = rest
    listFor({ kind: "search" }, text, sources.rows, around)
    giveUp = whenIdle(next)
  }
  giveUp = whenIdle(next)
  return () => giveUp()
}
