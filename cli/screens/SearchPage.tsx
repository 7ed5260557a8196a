import { Box, Text, useWindowSize } from "ink"
import { useEffect, useMemo, useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import type { RecentLock, Recents } from "#cli/local/Recents.ts"
import type { PaletteData } from "./paletteData.ts"
import { type Chosen, paletteRows, paletteSpecs } from "./paletteRows.ts"
import { RowLine } from "./RowLine.tsx"
import { useKeys } from "./useKeys.ts"
import { useTyped } from "./useTyped.ts"

/** How long typing rests before the server is asked, in milliseconds. */
const rest = 120

interface SearchPageProps {
  readonly data: PaletteData
  readonly user: LoggedInUser
  readonly recents: Recents
  /** What stood there when the page was left, and where it is kept meanwhile. */
  readonly draft: string
  readonly onDraft: (draft: string) => void
  readonly onChoose: (chosen: Chosen) => void
  readonly onSerial: (serialCode: string) => void
  readonly onLeave: () => void
}

/** Type to search commands and locks; arrows select, Enter runs. */
export const SearchPage = ({ data, user, recents, draft, onDraft, onChoose, onSerial, onLeave }: SearchPageProps) => {
  const typed = useTyped(draft)
  const input = typed.text
  const [found, setFound] = useState<ReadonlyArray<RecentLock>>([])
  const [selected, setSelected] = useState<string | null>(null)
  const { rows: height } = useWindowSize()
  const specs = useMemo(() => paletteSpecs(data.specs), [data])
  const rowsFor = (text: string) => paletteRows(text, specs, recents, found, user, data.now())
  const rows = useMemo(() => rowsFor(input), [input, specs, recents, found, user, data])
  useServerLocks(data, input, setFound)

  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === selected)
  )
  const changed = () => {
    setSelected(null)
    onDraft(typed.read())
  }
  const enter = () => {
    const text = typed.read()
    // What was typed comes before what is listed: a whole serial code is that lock, however slow the list is.
    const serial = selected === null ? typedSerial(parse(text)) : undefined
    if (serial !== undefined) return onSerial(serial)
    const listed = text === input ? rows : rowsFor(text)
    const row = listed.find((each) => each.id === selected) ?? listed[0]
    if (row !== undefined && row.refusal === null) onChoose(row.chosen)
  }
  useKeys(({ name, text }) => {
    if (name === "return") return enter()
    if (name === "up" || (name === "ctrl" && text === "p")) return setSelected(rows[Math.max(0, at - 1)]?.id ?? null)
    if (name === "down" || (name === "ctrl" && text === "n"))
      return setSelected(rows[Math.min(rows.length - 1, at + 1)]?.id ?? null)
    if (name === "escape" && typed.read() === "") return onLeave()
    if (name === "escape" || (name === "ctrl" && text === "u")) typed.write("")
    else if (name === "backspace" || name === "delete") typed.takeBack()
    else if (name === null) typed.add(text)
    else return
    changed()
  })

  const visible = Math.max(3, height - 4)
  const first = Math.max(0, at - visible + 1)
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>{"› "}</Text>
        {input}
        <Text inverse> </Text>
        {input === "" ? <Text dimColor> a command, a serial code, a unit</Text> : null}
      </Text>
      {rows.slice(first, first + visible).map((row, index) => (
        <RowLine key={row.id} row={row} selected={first + index === at} />
      ))}
      {rows.length === 0 ? <Text dimColor>Nothing answers to that.</Text> : null}
      <Text dimColor>↑↓ select · Enter run · Esc {input === "" ? "leave" : "clear"} · Ctrl+C leave</Text>
    </Box>
  )
}

/** Locks the server finds for what is typed; an answer that comes late for an earlier text is dropped. */
const useServerLocks = (data: PaletteData, input: string, setFound: (found: ReadonlyArray<RecentLock>) => void) => {
  useEffect(() => {
    const query = parse(input)
    const words = query.terms.map((term) => term.text).join(" ")
    const wanted =
      (query.scope === undefined || query.scope === "locks" || query.scope === "units") && words.length >= 2
    if (!wanted) return setFound([])
    let late = false
    const asking = setTimeout(() => {
      data.findLocks(words).then(
        (locks) => (late ? undefined : setFound(locks.map(recentLock))),
        // The commands stay usable while the server is away; running one says so.
        () => (late ? undefined : setFound([]))
      )
    }, rest)
    return () => {
      late = true
      clearTimeout(asking)
    }
  }, [data, input, setFound])
}

/** What is remembered of a lock: never its combination. */
export const recentLock = ({ lockID, serialCode, facilityName, unitNumber }: RecentLock): RecentLock => ({
  lockID,
  serialCode,
  facilityName,
  unitNumber
})
