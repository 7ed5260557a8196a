import { Box, Text, useWindowSize } from "ink"
import { useEffect, useMemo, useRef, useState } from "react"
import { actsForAnother } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import { availability } from "#core/commands/availability.ts"
import { companyOfLock } from "#core/commands/companyCommands.ts"
import { activateLock } from "#core/commands/lockCommands.ts"
import type { AnyCommand } from "#core/commands/registry.ts"
import { type FacilityName, unknownFacility } from "#core/commands/unknownFacility.ts"
import { searchProblems } from "#core/commands/searchProblems.ts"
import type { Named, NamesByKind } from "#core/commands/typedLine.ts"
import { type UnknownSerial, unknownWords } from "#core/locks/unknownSerial.ts"
import { displayWidth } from "#cli/output/displayWidth.ts"
import { wrappedMessage } from "#cli/output/wrapped.ts"
import type { RecentLock, Recents } from "#cli/local/Recents.ts"
import { commandLineOf } from "./commandLine.ts"
import type { PaletteData } from "./paletteData.ts"
import { type Chosen, enterWords, kindsTyped, meantBy, paletteRows, paletteSpecs } from "./paletteRows.ts"
import { RowLine } from "./RowLine.tsx"
import { useKeys } from "./useKeys.ts"
import { useTyped } from "./useTyped.ts"

/** The debounce of server searches, in milliseconds. */
const rest = 120

interface SearchPageProps {
  readonly data: PaletteData
  readonly user: LoggedInUser
  readonly recents: Recents
  /** The text when the page was left, and where it is stored. */
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
  const [refused, setRefused] = useState<string | null>(null)
  const { rows: height, columns } = useWindowSize()
  const specs = useMemo(() => paletteSpecs(data.specs), [data])
  const meant = useNames(data, kindsTyped(input, specs, user))
  const rowsFor = (text: string) => paletteRows(text, specs, recents, found, user, data.now(), meant)
  const rows = useMemo(() => rowsFor(input), [input, specs, recents, found, user, data, meant])
  const line = useMemo(() => commandLineOf(input, specs), [input, specs])
  const answered = useServerLocks(data, line === null ? input : "", setFound)
  const unknown = unknownSerial(input, answered === input, [...found, ...recents.locks], user)
  const facilities = useFacilities(data, line === null && input.includes("facility:"))
  const nowhere =
    line === null && rows.length === 0 && facilities !== null ? unknownFacility(input, facilities) : undefined
  const [problem = nowhere] = line === null ? searchProblems(parse(input)) : []

  // Never preselect a refused row. Preselect none if a complete serial code was typed that no row has.
  const at = Math.max(
    unknown === null && rows[0]?.refusal === null ? 0 : -1,
    rows.findIndex((row) => row.id === selected)
  )
  const changed = () => {
    setSelected(null)
    setRefused(null)
    onDraft(typed.read())
  }
  const enter = () => {
    const text = typed.read()
    // The typed text takes precedence over the list: a complete serial code opens that lock, however slow the list is.
    const serial = selected === null ? typedSerial(parse(text)) : undefined
    if (serial !== undefined) return onSerial(serial)
    const listed = text === input ? rows : rowsFor(text)
    const row = listed.find((each) => each.id === selected) ?? listed[0]
    if (row === undefined) return
    if (row.refusal === null) onChoose(row.chosen)
    else setRefused(row.refusal)
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

  const row = rows[at] ?? rows.find(({ refusal }) => refusal !== null)
  const enters =
    selected === null && typedSerial(parse(input)) !== undefined
      ? "look up"
      : row === undefined
        ? null
        : enterWords(row)
  // Below the rows, each line of a message takes one of them; one line stays free, so that the terminal never scrolls.
  const messages = [unknown === null ? null : unknownWords(unknown), refused, problem ?? null].map((message) =>
    message === null ? [] : wrappedMessage(message, columns).split("\n")
  )
  const inputLines = Math.max(1, Math.ceil((displayWidth(input) + 3) / columns))
  const visible = Math.max(3, height - 2 - inputLines - Math.max(1, messages.flat().length))
  const first = Math.max(0, at - visible + 1)
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold>{"› "}</Text>
        {input}
        <Text inverse> </Text>
        {input === "" ? <Text dimColor> a command, a serial code, a unit</Text> : null}
      </Text>
      {lines(messages[0])}
      {rows.slice(first, first + visible).map((row, index) => (
        <RowLine key={row.id} row={row} selected={first + index === at} columns={columns} />
      ))}
      {rows.length === 0 && unknown === null && problem === undefined ? <Text dimColor>No results.</Text> : null}
      {lines(messages[1])}
      {lines(messages[2])}
      <Text dimColor wrap="truncate-end">
        {actsForAnother(user) ? `Acting for ${user.companyName} · ` : ""}↑↓ select
        {enters === null ? "" : ` · Enter ${enters}`} · Esc {input === "" ? "quit" : "clear"} · Ctrl+C quit
      </Text>
    </Box>
  )
}

const lines = (texts: ReadonlyArray<string> = []) => texts.map((text, at) => <Text key={at}>{text}</Text>)

/** Finds locks on the server; drops a late response to an earlier text. Returns the text it has results for. */
const useServerLocks = (
  data: PaletteData,
  input: string,
  setFound: (found: ReadonlyArray<RecentLock>) => void
): string | null => {
  const [answered, setAnswered] = useState<string | null>(null)
  useEffect(() => {
    const query = parse(input)
    const words = query.terms.map((term) => term.text).join(" ")
    const wanted =
      (query.scope === undefined || query.scope === "locks" || query.scope === "units") && words.length >= 2
    if (!wanted) return setFound([])
    let late = false
    const asking = setTimeout(() => {
      data.findLocks(words).then(
        (locks) => {
          if (late) return
          setFound(locks.map(recentLock))
          setAnswered(input)
        },
        // Commands stay usable while the server is unreachable; running one reports it.
        () => (late ? undefined : setFound([]))
      )
    }, rest)
    return () => {
      late = true
      clearTimeout(asking)
    }
  }, [data, input, setFound])
  return answered
}

/** The facilities, once they are needed and loaded. */
const useFacilities = (data: PaletteData, needed: boolean): ReadonlyArray<FacilityName> | null => {
  const [facilities, setFacilities] = useState<ReadonlyArray<FacilityName> | null>(null)
  useEffect(() => {
    // If the server is unreachable, the search has no results and running a command reports it.
    if (needed) data.facilities().then(setFacilities, () => undefined)
  }, [data, needed])
  return facilities
}

/** The names of these kinds that a line can refer to. Each kind is loaded once. */
const useNames = (data: PaletteData, kinds: ReadonlyArray<Named>): NamesByKind => {
  const [meant, setMeant] = useState<NamesByKind>({})
  const asked = useRef(new Set<Named>())
  useEffect(() => {
    for (const kind of kinds) {
      if (asked.current.has(kind)) continue
      asked.current.add(kind)
      data.namesFor(kind).then(
        (names) => setMeant((before) => ({ ...before, [kind]: meantBy(kind, names) })),
        // It can still be chosen on the page that asks for it.
        () => asked.current.delete(kind)
      )
    }
  }, [data, kinds.join(" ")])
  return meant
}

/** A complete typed serial code that no lock has, once the server has confirmed it. */
const unknownSerial = (
  input: string,
  answered: boolean,
  known: ReadonlyArray<RecentLock>,
  user: LoggedInUser
): UnknownSerial | null => {
  const serialCode = typedSerial(parse(input))
  if (serialCode === undefined || !answered || known.some((lock) => lock.serialCode === serialCode)) return null
  const may = (command: AnyCommand): boolean => availability(command, user).allowed
  return { serialCode, final: true, similar: false, activates: may(activateLock), elsewhere: may(companyOfLock) }
}

/** A lock in the recents: never its combination. */
export const recentLock = ({ lockID, serialCode, facilityName, unitNumber }: RecentLock): RecentLock => ({
  lockID,
  serialCode,
  facilityName,
  unitNumber
})
