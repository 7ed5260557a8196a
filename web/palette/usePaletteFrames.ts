import { useEffect, useRef, useState } from "react"
import type { LockId } from "#core/base/ids.ts"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import type { CommandHead, CommandId } from "#core/commands/registry.ts"
import type { CompanyChoice } from "#core/acting/CompanyChoice.ts"
import { mayActForOthers } from "#core/auth/actingRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import type { Words } from "#core/api/problem.ts"
import { unknownFacility } from "#core/commands/unknownFacility.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center, type SelectedLocks } from "#web/app/CommandCenter.ts"
import { definitionsLater, loadDefinitions, useDefinitions, wholeCommand, wholeField } from "#web/app/definitions.ts"
import { useLife } from "#web/app/useLife.ts"
import { type KeyHold, keptKeys } from "#web/keyboard/KeptKeys.ts"
import { whenIdle } from "#web/app/whenIdle.ts"
import { chosenKey, namesOne, wordsOfInput } from "./aboutInput.ts"
import { askedCompany } from "./companyRows.ts"
import { copyLine, copyLink } from "./copying.ts"
import { destinationOf } from "./destinations.ts"
import { facilityEntryId, personEntryId, type Places } from "./paletteEntries.ts"
import { type AboutLock, type Frame, nextOfSeveral, nextPage, type Opening, type Page, preselects } from "./pages.ts"
import { listFor } from "./listFor.ts"
import { noResults } from "./noResults.ts"
import { openSerial } from "./openSerial.ts"
import { type Input, type PaletteRow, rowsOf } from "./PaletteRow.ts"
import { PaletteSources } from "./PaletteSources.ts"
import { type KnownList, type MissingLists, missingWords } from "./knownLists.ts"
import { loadAgain } from "./loadLists.ts"
import { checkField, inputOfArguments, inputOfLock, missingFields, readField } from "./readField.ts"
import { runChange, runCommand } from "./runCommand.ts"
import { joined, moved, pointed, refusalOf, selectedRow, typed } from "./selection.ts"
import { nothingFound, type ServerLocks } from "./useServerLocks.ts"
import { serverText } from "./serverText.ts"
import { recordUse } from "./uses.ts"

interface Facts {
  readonly user: LoggedInUser
  readonly opening: Opening
  readonly selected: AboutLock | null
  /** The locks selected on the screen if more than one. */
  readonly several: SelectedLocks
  /** Lists that are loaded when the palette opens, and lists that are missing. `refresh` adds lists that load later. */
  readonly places: Places
  readonly missing: MissingLists
  readonly onLeave: (draft: ReadonlyArray<Frame> | null) => void
}

/** Title of the front page. */
const titleOf = (frames: ReadonlyArray<Frame>): string => {
  const page = frames.at(-1)?.page
  return page === undefined || page.kind === "search" ? "" : page.kind === "actions" ? "actions" : page.command.title
}

/** The palette's stack of pages, and their operations. */
export const usePaletteFrames = ({ user, opening, selected, several, places, missing, onLeave }: Facts) => {
  const [sources] = useState(() => new PaletteSources(several.count, places, missing))
  const isNew = useRef(true)
  const server = useRef(nothingFound)
  const companies = useRef<ReadonlyArray<CompanyChoice>>([])
  const whole = useDefinitions()
  /** The user's choice, waiting for the commands or a list to load. */
  const waiting = useRef<PaletteRow | "enter" | null>(null)
  /** Buffers keys typed while waiting, because they are meant for the next page. */
  const hold = useRef<KeyHold | null>(null)
  const life = useLife()
  /** Titles of the rows chosen on earlier pages, by `chosenKey`. */
  const chosenWords = useRef(new Map<string, string>())
  const waitNoMore = (): void => {
    waiting.current = null
    hold.current?.drop()
    hold.current = null
  }
  useEffect(() => () => hold.current?.drop(), [])

  const list = (page: Page, text: string) =>
    listFor(page, text, sources.rows, {
      user,
      places: sources.places,
      selected,
      found: server.current.locks,
      left: opening.draft === null || opening.draft.length === 1 ? null : titleOf(opening.draft),
      answered: server.current.failure === null && server.current.text === serverText(parse(text)),
      companies: companies.current
    })
  const frame = (page: Page, text = ""): Frame => ({
    page,
    listing: typed(text, list(page, text), preselects(page)),
    refused: null,
    effect: null
  })
  const search: Page = { kind: "search" }
  const isOfSeveral = (command: CommandHead, input: Input): boolean =>
    several.count > 1 && command.many !== undefined && input["lockID"] === undefined

  /** Adds the command's target to the question of a confirmation page. */
  const named = (page: Page): Page => {
    if (page.kind !== "confirm") return page
    const words = wordsOfInput(page.command, page.input, sources.places, chosenWords.current)
    // A command without a target affects the whole company, which for site-level roles is one of many.
    const about = Object.values(words).join(", ") || user.companyName
    const question = wholeCommand(page.command)?.asks?.(words) ?? `${page.command.title}: ${about}`
    return { ...page, question }
  }

  const [frames, setFrames] = useState<ReadonlyArray<Frame>>(() => {
    if (opening.draft?.length === 1) return opening.draft
    const { command, failed } = opening
    if (failed !== null) return [frame(failed)]
    if (command === null) return [frame(search, opening.text)]
    const first = isOfSeveral(command.command, command.input) ? nextOfSeveral : nextPage
    const page = first(command.command, command.input, false)
    return [frame(page === null ? { kind: "working", command: command.command } : named(page))]
  })
  const top = frames.at(-1) ?? frame(search)
  const { page, listing } = top

  const onTop = (next: Frame): void => setFrames([...frames.slice(0, -1), next])
  const push = (next: Page): void => setFrames([...frames, frame(next)])
  const refuse = (words: Words): void => {
    // Discard the buffered keys, because the page they were meant for isn't coming.
    waitNoMore()
    onTop({ ...top, refused: words, effect: null })
  }
  const gone = (): void => onLeave(null)
  /** Waits for loading to finish before acting, unless the user cancels with Esc. */
  const wait = (what: PaletteRow | "enter"): void => {
    waiting.current = what
    hold.current ??= keptKeys.hold(() => {
      waitNoMore()
      tell(null)
    })
  }
  /** Waits for a list. If it failed to load, reloads it when the user asks again. */
  const awaitList = (list: KnownList, what: PaletteRow | "enter", anew: boolean): void => {
    const missing = sources.known.missing[list] ?? "loading"
    if (missing !== "loading") {
      if (!anew) return refuse(missingWords(list, missing))
      loadAgain(list)
      sources.know(sources.places, { ...sources.known.missing, [list]: "loading" })
    }
    wait(what)
    const { error, next } = missingWords(list, "loading")
    const effect = `${error} ${next}`
    if (top.effect !== effect) tell(effect)
  }
  const later = (what: PaletteRow | "enter"): void => {
    wait(what)
    loadDefinitions().catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      refuse(error.words)
    })
  }

  const { known } = sources

  const type = (text: string): void => {
    waitNoMore()
    server.current = nothingFound
    companies.current = []
    onTop(frame(page, text))
  }

  /** Runs a command with complete input. Shows the result of a query here, and of a change as a toast. */
  const start = (command: CommandHead, input: Input): void => {
    recordUse(command.id)
    if (command.risk !== "reads") {
      gone()
      void runChange(command, input)
      return
    }
    setFrames([...frames.filter(({ page: { kind } }) => kind === "search"), frame({ kind: "working", command })])
    void runCommand(command, input, life.current.signal).then((outcome) => {
      if (life.current.signal.aborted) return
      setFrames((now) => [...now.slice(0, -1), frame(outcome)])
    })
  }

  /** Asks for missing input, then for confirmation if dangerous, then runs the command. */
  const goOn = (command: CommandHead, input: Input, about: LockId | null = null, confirmed = false): void => {
    if (about === null && isOfSeveral(command, input)) {
      const needed = nextOfSeveral(command, input)
      if (needed !== null) return push(needed)
      recordUse(command.id)
      gone()
      return center.changeSeveral(command, several, input)
    }
    const lock = about === null ? null : (sources.lockOf(about) ?? null)
    const all = { ...(lock === null ? {} : inputOfLock(command, lock)), ...input }
    // With complete input, run it directly, even if a layer would show a form for it.
    const given = Object.keys(input).length > 0 && missingFields(command, all).length === 0
    // A layer acts on what it shows and not on the target given here.
    const here = given && (command.risk === "changes" || (command.risk === "dangerous" && namesOne(command, input)))
    const handled = center.handles(command.id as CommandId) && !here
    const asksHere =
      command.does.call !== undefined &&
      command.does.view !== true &&
      !handled &&
      destinationOf(command, all) === null &&
      command.id !== "locks.find"
    const next = asksHere ? nextPage(command, all, confirmed) : null
    if (next !== null) return push(named(next))
    if (asksHere) return start(command, all)
    recordUse(command.id)
    gone()
    center.perform(command.id as CommandId, {
      ...(lock === null ? {} : { lock }),
      ...(Object.keys(input).length === 0 ? {} : { input })
    })
  }

  /** @param anew the user just asked for it, as opposed to a retry after loading */
  const choose = (row: PaletteRow, anew = true): void => {
    const { target } = row
    if (row.refusal !== null) return refuse(row.refusal)
    if (row.waitsFor !== undefined) return awaitList(row.waitsFor, row, anew)
    switch (target.kind) {
      case "lock": {
        if (page.kind === "argument") {
          const { lockID, serialCode } = target.lock
          return give(page, { lockID, serialCode }[page.field === "lockID" ? "lockID" : "serialCode"], row)
        }
        recordUse(target.lock.lockID)
        const lock = sources.lockOf(target.lock.lockID)
        gone()
        center.perform("locks.show", lock === undefined ? { input: { lockID: target.lock.lockID } } : { lock })
        return
      }
      case "command": {
        const words = page.kind === "search" ? parse(listing.text).arguments : []
        if (words.length > 0 && !whole) return later(row)
        const { input, waitsFor } = inputOfArguments(target.command, words, known)
        if (waitsFor !== undefined) return awaitList(waitsFor, row, anew)
        return goOn(target.command, { ...input, ...target.input }, target.about)
      }
      case "facility":
        recordUse(facilityEntryId(target.facilityID))
        return type(`# facility:"${target.name.replaceAll('"', " ")}" `)
      case "person":
        recordUse(personEntryId(target.userID))
        gone()
        center.perform("users.list", { input: { search: target.name } })
        return
      case "text":
        return type(target.text)
      case "value":
        return page.kind === "argument" ? give(page, target.value, row) : undefined
      case "resume":
        return opening.draft === null ? undefined : setFrames(opening.draft)
      case "answer":
        if (!target.yes || page.kind !== "confirm") return setFrames(frames.slice(0, -1))
        return goOn(page.command, page.input, null, true)
    }
  }

  /** Sets the value of the requested field. The next page asks for the next field. */
  const give = (asked: Extract<Page, { kind: "argument" }>, value: unknown, chosen: PaletteRow | "enter"): void => {
    const field = wholeField(asked.command, asked.field)
    if (field === undefined) return later(chosen)
    const read = checkField(field, value)
    if (!read.ok) return refuse({ error: read.error, next: "" })
    const key = chosenKey(asked.command, asked.field, read.value)
    if (chosen !== "enter") chosenWords.current.set(key, chosen.title.text)
    goOn(asked.command, { ...asked.input, [asked.field]: read.value })
  }

  /**
   * Handles Enter. The typed text takes precedence over the list, unless the user selected a row.
   * @param anew just pressed, as opposed to a retry after loading
   */
  const enter = (text = listing.text, anew = true): void => {
    const serial = page.kind === "search" && !listing.chosen ? typedSerial(parse(text)) : undefined
    if (serial !== undefined) return openSerial(serial, gone)
    const row = selectedRow(listing)
    // While locks are still loading, a better match than this one may follow.
    const isEarly = !anew && row?.target.kind === "lock" && sources.known.missing.locks !== undefined
    if (row !== null && !isEarly) return choose(row, anew)
    const company = page.kind === "search" && mayActForOthers(user) ? askedCompany(text) : null
    if (company !== null) {
      // The server hasn't responded yet, so open the company picker, which waits for it.
      gone()
      center.perform("companies.actFor", { input: { search: company } })
      return
    }
    // If all rows are refused, or the text can't be searched, Enter shows why.
    const refusal = refusalOf(listing)
    if (refusal != null) return refuse(refusal)
    if (page.kind === "result" || page.kind === "failed") return gone()
    if (page.kind === "search") {
      const list = (["facilities", "people", "locks", "apiKeys", "webhooks"] as const).find(
        (each) => sources.known.missing[each] !== undefined
      )
      if (text.trim() === "") return
      const unknown = sources.known.missing.facilities === undefined && unknownFacility(text, sources.places.facilities)
      if (unknown) return refuse({ error: unknown, next: "" })
      if (list !== undefined) return awaitList(list, "enter", anew)
      return anew ? undefined : refuse(noResults(text))
    }
    if (page.kind !== "argument") return
    const field = wholeField(page.command, page.field)
    if (field === undefined) return later("enter")
    const read = readField(field, text, known)
    if (read.ok) return give(page, read.value, "enter")
    if (read.list !== undefined) return awaitList(read.list, "enter", anew)
    refuse({ error: read.error, next: "" })
  }

  // Preload after the palette has rendered, so that commands typed with input can be listed.
  useEffect(() => whenIdle(() => void definitionsLater.preload()), [])
  useEffect(() => {
    const chosen = waiting.current
    if (!whole || chosen === null) return
    waiting.current = null
    if (chosen === "enter") enter(listing.text, false)
    else choose(rowsOf(listing.listed.sections).find(({ id }) => id === chosen.id) ?? chosen, false)
    if (waiting.current !== null) return
    hold.current?.release()
    hold.current = null
    // `frames` changes whenever something has loaded.
  }, [whole, frames])

  // The palette was opened with a complete command to run.
  useEffect(() => {
    const { command } = opening
    if (command !== null && page.kind === "working") start(command.command, command.input)
  }, [])

  /** Toasts are behind the palette, so show the effect of a key inside it. */
  const tell = (effect: string | null): void =>
    setFrames((now) => {
      const last = now.at(-1)
      return last === undefined ? now : [...now.slice(0, -1), { ...last, effect, refused: null }]
    })

  const row = selectedRow(listing)
  const lockOfRow = row?.target.kind === "lock" ? row.target.lock : null
  return {
    top,
    whole,
    depth: frames.length,
    hidden: page.kind === "argument" && page.command.input[page.field]?.asked === "hidden",
    lockOf: sources.lockOf,
    type,
    enter,
    // The new choice replaces whatever Enter was waiting for.
    choose: (row: PaletteRow) => {
      waitNoMore()
      choose(row)
    },
    move: (by: number) => onTop({ ...top, listing: moved(listing, by), refused: null, effect: null }),
    point: (id: string) => onTop({ ...top, listing: pointed(listing, id) }),
    back: () => {
      waitNoMore()
      setFrames(frames.slice(0, -1))
    },
    leave: (keep: boolean) => {
      const secret = frames.some(({ page: { kind } }) => kind === "working" || kind === "result" || kind === "failed")
      onLeave(keep && !secret && (frames.length > 1 || listing.text !== "") ? frames : null)
    },
    /** Merges newly loaded data into the rows without moving the selection. */
    refresh: (places: Places, missing: MissingLists, answer: ServerLocks, found: ReadonlyArray<CompanyChoice>) => {
      sources.know(places, missing)
      sources.found(answer.locks)
      server.current = answer
      companies.current = found
      // The empty search was just built from the same lists. Building it again would double the time to open.
      const isBuilt = isNew.current && page.kind === "search" && listing.text === ""
      isNew.current = false
      if (isBuilt) return
      setFrames((now) => {
        const last = now.at(-1)
        if (last === undefined) return now
        const page = named(last.page)
        return [...now.slice(0, -1), { ...last, page, listing: joined(last.listing, list(page, last.listing.text)) }]
      })
    },
    reveal: () => {
      const serial = listing.chosen ? undefined : typedSerial(parse(listing.text))
      if (serial !== undefined) return openSerial(serial, gone)
      if (lockOfRow === null) return refuse({ error: "Only locks have combinations.", next: "Select a lock." })
      recordUse(lockOfRow.lockID)
      const lock = sources.lockOf(lockOfRow.lockID)
      gone()
      center.perform("locks.reveal", lock === undefined ? { input: { serialCode: lockOfRow.serialCode } } : { lock })
    },
    actions: () => {
      if (row === null || page.kind !== "search") return
      if (lockOfRow !== null) return push({ kind: "actions", about: lockOfRow })
      if (row.target.kind === "facility") return choose(row)
      refuse({ error: "This has no other actions.", next: "" })
    },
    copyLink: () => (row === null ? undefined : void copyLink(row.target).then(tell)),
    copyLine: () =>
      row === null ? undefined : void copyLine(row.target, (id) => sources.lockOf(id)?.serialCode).then(tell)
  }
}
