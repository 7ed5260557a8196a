import "./palette.css"
import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from "react"
import { parse, typedSerial } from "#core/base/search/searchGrammar.ts"
import { listFacilities, listUsers } from "#core/commands/placeCommands.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { unknownWords } from "#core/locks/unknownSerial.ts"
import { availability } from "#core/commands/availability.ts"
import { inSentences } from "#core/base/inSentences.ts"
import { facilitiesQuery, usersQuery } from "#web/app/placeQueries.ts"
import type { SelectedLocks } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { composes } from "#web/keyboard/chord.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { lockList } from "#web/sync/LockList.ts"
import { useScanned } from "#web/ui/useScanned.ts"
import { asks, type AboutLock, type Frame, type Opening, type Page, pageTitle } from "./pages.ts"
import { PaletteFoot } from "./PaletteFoot.tsx"
import { optionId, PaletteList } from "./PaletteList.tsx"
import { noPlaces } from "./paletteEntries.ts"
import { missingOf } from "./loadLists.ts"
import { PageBody } from "./PageBody.tsx"
import { usePaletteFrames } from "./usePaletteFrames.ts"
import { selectedRow } from "./selection.ts"
import { useIntegrations } from "./useIntegrations.ts"
import { useServerCompanies } from "./useServerCompanies.ts"
import { useServerLocks } from "./useServerLocks.ts"

export interface PaletteProps {
  readonly user: LoggedInUser
  readonly opening: Opening
  readonly selected: AboutLock | null
  readonly several: SelectedLocks
  /** Closes the palette, which has unmounted when this returns. The pages passed are kept as a draft. */
  readonly onLeave: (draft: ReadonlyArray<Frame> | null) => void
}

const chipOf = (page: Exclude<Page, { kind: "search" }>, several: number): string =>
  page.kind === "actions"
    ? "Actions"
    : page.kind === "argument"
      ? pageTitle(page.command, page.input, several)
      : page.command.title

/** Rows per page for PgUp and PgDn. */
const pageOfRows = 8

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageOfRows,
  PageUp: -pageOfRows
}

/**
 * The palette in front of everything (PRODUCT, The palette). A native modal dialog, so nothing behind it can take the
 * focus, and closing it returns the focus to where it was.
 */
export const Palette = ({ user, opening, selected, several, onLeave }: PaletteProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const list = useSyncExternalStore(lockList.subscribe, lockList.state)
  const facilities = useQuery({ ...facilitiesQuery(), enabled: availability(listFacilities, user).allowed })
  const people = useQuery({ ...usersQuery(), enabled: availability(listUsers, user).allowed })
  const places = {
    ...noPlaces,
    facilities: facilities.data ?? noPlaces.facilities,
    people: people.data ?? noPlaces.people
  }
  const missing = { facilities: missingOf(facilities), people: missingOf(people) }
  const frames = usePaletteFrames({ user, opening, selected, several, places, missing, onLeave })
  const { top } = frames
  const { page, listing, refused } = top
  const server = useServerLocks(page.kind === "search" ? listing.text : "", user)
  const integrations = useIntegrations(page, listing.text, user)
  const asksCompany = page.kind === "argument" && page.command.input[page.field]?.picks === "company"
  const companiesFor = page.kind === "search" ? "toActFor" : asksCompany ? "field" : "nowhere"
  const companies = useServerCompanies(listing.text, user, companiesFor)

  useEffect(() => {
    const { missing: others, ...named } = integrations
    frames.refresh({ ...places, ...named }, { ...missing, ...others }, server, companies)
  }, [
    facilities.data,
    facilities.isLoading,
    facilities.error,
    people.data,
    people.isLoading,
    people.error,
    integrations,
    server,
    companies,
    list.revision,
    list.phase,
    frames.whole
  ])

  // Open before painting and before the next key, so that everything typed from here on goes into the input.
  useLayoutEffect(() => {
    const shown = dialog.current
    const field = input.current
    if (shown === null || field === null) return
    shown.showModal()
    field.focus()
    if (opening.select) field.select()
    else field.setSelectionRange(field.value.length, field.value.length)
    return () => shown.close()
  }, [])

  const row = selectedRow(listing)
  useCommands({
    scope: "palette",
    modal: true,
    lock: () => (row?.target.kind === "lock" ? (frames.lockOf(row.target.lock.lockID) ?? null) : null),
    handlers: {
      "palette.open": ({ input: given }) => {
        const more = given?.typed
        if (more !== undefined) frames.type(listing.text + more)
        else input.current?.select()
        input.current?.focus()
      },
      "layer.close": () => frames.leave(true),
      "palette.choose": () => frames.enter(),
      "palette.narrow": () => frames.enter(),
      "palette.reveal": frames.reveal,
      "palette.actions": frames.actions,
      "palette.copyLink": frames.copyLink,
      "palette.copyLine": frames.copyLine
    }
  })

  const actionKeys = useKeysOf("palette.actions")
  const scan = useScanned(() => onLeave(null))
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (composes(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    if (page.kind === "argument" && page.field === "unit") scan(event)
    if (event.defaultPrevented) return
    const field = event.currentTarget
    const step = steps[event.key]
    const atEnd = field.selectionStart === field.value.length && field.selectionEnd === field.value.length
    if (step !== undefined && !event.shiftKey) frames.move(step)
    else if (event.key === "Enter") {
      if (!event.repeat) frames.enter(field.value)
    } else if (event.key === "Tab") field.focus()
    else if (event.key === "ArrowRight" && atEnd && !event.shiftKey && actionKeys.includes("arrowright"))
      frames.actions()
    else if (event.key === "Backspace" && field.value === "" && !event.repeat && frames.depth > 1) frames.back()
    else return
    event.preventDefault()
  }

  // Screen readers hear the results once typing pauses.
  const { label, placeholder } = asks(page, several.count)
  const query = parse(listing.text)
  const scope = page.kind === "search" ? query.scope : undefined
  const serial = page.kind === "search" && typedSerial(query) !== undefined
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        frames.leave(true)
      }}
      onMouseDown={(event) => {
        // Keep the focus in the input wherever the user clicks.
        if (event.target !== input.current) event.preventDefault()
      }}
      onClick={(event) => {
        // A click outside the palette.
        if (event.target === event.currentTarget) frames.leave(true)
      }}
    >
      <div className="palette-box">
        <div className="palette-ask">
          {page.kind === "search" ? null : <span className="palette-chip">{chipOf(page, several.count)}</span>}
          <input
            ref={input}
            className={serial ? "code" : ""}
            type={frames.hidden ? "password" : "text"}
            role="combobox"
            aria-label={label}
            aria-expanded={row !== null}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={row === null ? undefined : optionId(listId, row.id)}
            aria-invalid={refused === null ? undefined : true}
            placeholder={placeholder}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            value={listing.text}
            onChange={(event) => frames.type(event.target.value)}
            onKeyDown={press}
          />
          {scope === undefined ? null : <span className="palette-chip">{scope}</span>}
        </div>
        <p className="palette-refused" role="alert">
          {refused === null ? null : inSentences(refused.error, refused.next)}
        </p>
        {listing.listed.unknown === undefined ? null : (
          <p className="palette-note">{unknownWords(listing.listed.unknown)}</p>
        )}
        <PageBody page={page} facilities={places.facilities} />
        <PaletteList
          id={listId}
          listing={listing}
          onPoint={frames.point}
          onChoose={frames.choose}
          onReveal={frames.reveal}
        />
        <PaletteFoot
          page={page}
          listing={listing}
          effect={top.effect}
          row={row}
          list={list}
          serverFailure={server.failure}
        />
      </div>
    </dialog>
  )
}
