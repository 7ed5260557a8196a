import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { facilitiesQuery, usersQuery } from "#web/app/placeQueries.ts"
import { queries } from "#web/app/queries.ts"
import { betweenKeys } from "#web/app/whenIdle.ts"
import { listFor } from "./listFor.ts"
import { facilityIndex, personIndex } from "./paletteEntries.ts"
import { PaletteSources } from "./PaletteSources.ts"

/** A serial code and words, typed letter by letter, so that the hot code is compiled before the user's first key. */
const typed = ["", ..."40718263", ..."maple st"].map((_, at, keys) => keys.slice(at < 9 ? 0 : 9, at + 1).join(""))

/**
 * Builds lists between the user's keys, one text at a time, so that the first opening and the first keys in the palette find
 * everything compiled, and the facilities and users indexed if a screen has loaded them. Returns a function that cancels it.
 */
export const warmUp = (user: LoggedInUser): (() => void) => {
  const sources = new PaletteSources(0)
  const around = { user, places: sources.places, selected: null, found: [], left: null, answered: false }
  let left = [...typed, ...typed]
  let giveUp: () => void = () => undefined
  const next = (): void => {
    const [text, ...rest] = left
    if (text === undefined) {
      facilityIndex(queries.getQueryData(facilitiesQuery().queryKey) ?? [])
      giveUp = betweenKeys(() => void personIndex(queries.getQueryData(usersQuery().queryKey) ?? []))
      return
    }
    left = rest
    listFor({ kind: "search" }, text, sources.rows, around)
    giveUp = betweenKeys(next)
  }
  giveUp = betweenKeys(next)
  return () => giveUp()
}
