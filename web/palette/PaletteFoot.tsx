import { useEffect, useState } from "react"
import { parse } from "#core/base/search/searchGrammar.ts"
import { searchProblems } from "#core/commands/searchProblems.ts"
import { lazyPart } from "#web/app/lazyPart.ts"
import { now } from "#web/app/clock.ts"
import { keysOf } from "#web/keyboard/keymap.ts"
import { isWhole } from "#web/sync/arriving.ts"
import { lockList } from "#web/sync/LockList.ts"
import type { LockListState } from "#web/sync/LockListState.ts"
import { Kbd } from "#web/ui/Kbd.tsx"
import { destinationOfRow } from "./destinations.ts"
import { announced, enterAction, holdsInventory, lockCount } from "./footWords.ts"
import { serialAction } from "./openSerial.ts"
import type { Page } from "./pages.ts"
import type { PaletteRow } from "./PaletteRow.ts"
import type { Listing } from "./selection.ts"

const UnknownFacility = lazyPart(() => import("./UnknownFacility.tsx"), "UnknownFacility")

interface FootProps {
  readonly page: Page
  readonly listing: Listing
  readonly effect: string | null
  readonly row: PaletteRow | null
  readonly list: LockListState
  /** Why the server search failed, or null. */
  readonly serverFailure: string | null
}

/** How long the list must be unchanged before counts are announced, in milliseconds. */
const rest = 500

const Hint = ({ keys, what }: { readonly keys: string | undefined; readonly what: string }) =>
  keys === undefined ? null : (
    <span>
      <Kbd keys={keys} /> {what}
    </span>
  )

/** Whether the page has a list to count. */
const lists = ({ kind }: Page): boolean => kind !== "working" && kind !== "result" && kind !== "failed"

/** What the keys do here, and the number of locks. */
export const PaletteFoot = ({ page, listing, effect, row, list, serverFailure }: FootProps) => {
  const [problem] = page.kind === "search" ? searchProblems(parse(listing.text)) : []
  const enter = enterAction(page, listing, serialAction())
  const onLock = row?.target.kind === "lock"
  // A server that doesn't respond sends no changes either, even if the hub hasn't noticed yet.
  const known = serverFailure !== null && list.phase === "current" ? { ...list, phase: "stale" as const } : list
  const count =
    !list.refused && (page.kind === "search" || listing.listed.locksFound !== null)
      ? lockCount(listing.listed.locksFound, known, now(), holdsInventory(lockList.index))
      : null
  return (
    <div className="palette-foot">
      {enter === null ? <UnknownFacility text={listing.text} /> : <Hint keys="enter" what={enter} />}
      {page.kind === "search" && onLock ? <Hint keys={keysOf("palette.actions")[0]} what="actions" /> : null}
      {row === null || destinationOfRow(row.target) === null ? null : (
        <Hint keys={keysOf("palette.copyLink")[0]} what="link" />
      )}
      {problem === undefined ? null : <span className="palette-problem">{problem}</span>}
      {serverFailure === null ? null : <span className="palette-problem">{serverFailure}</span>}
      {/* Also without a text: what a region contains when it appears may not be announced. */}
      <span role="status">{effect}</span>
      {count === null ? null : <span className="palette-count">{count}</span>}
      <Announced text={lists(page) ? announced(listing.listed, isWhole(list) || list.refused) : ""} />
    </div>
  )
}

const Announced = ({ text }: { readonly text: string }) => {
  const [shown, setShown] = useState("")
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="hidden" role="status">
      {shown}
    </span>
  )
}
