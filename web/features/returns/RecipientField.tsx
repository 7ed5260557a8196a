import { useQuery } from "@tanstack/react-query"
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useState } from "react"
import type { UserId } from "#core/base/ids.ts"
import { foldText } from "#core/base/search/foldText.ts"
import type { TeamUser } from "#core/team/TeamUser.ts"
import { failureText } from "#web/app/failures.ts"
import { naturally } from "#web/app/naturally.ts"
import { usersQuery } from "#web/app/placeQueries.ts"
import { composes } from "#web/keyboard/chord.ts"
import { useKeysOf } from "#web/keyboard/keymap.ts"
import { Kbd } from "#web/ui/Kbd.tsx"

interface RecipientFieldProps {
  /** ID of the selected user, or null. */
  readonly value: UserId | null
  readonly onChoose: (userID: UserId | null) => void
  readonly field: RefObject<HTMLInputElement | null>
}

/** The company's active users by name (ledger B097). */
const usePeople = (): { readonly people: ReadonlyArray<TeamUser> | undefined; readonly error: Error | null } => {
  const { data, error } = useQuery(usersQuery())
  const people = useMemo(
    () => data?.filter(({ status }) => status).toSorted((a, b) => naturally(a.name, b.name)),
    [data]
  )
  return { people, error }
}

const fits = ({ name, email }: TeamUser, text: string): boolean =>
  foldText(name).includes(text) || foldText(email).includes(text)

/**
 * Recipient of the report: finds a user by name or email. Text that is no user's stays in the field when it is left, and no one
 * is selected.
 */
export const RecipientField = ({ value, onChoose, field }: RecipientFieldProps) => {
  const { people, error } = usePeople()
  const [typed, setTyped] = useState<string | null>(null)
  const [pointed, setPointed] = useState<UserId | null>(null)
  /** Whether Enter was pressed before the users had loaded. */
  const [entered, setEntered] = useState(false)
  /** Whether the field was left with text that is no user's, or before the users had loaded. */
  const [left, setLeft] = useState(false)
  const [id, list, note] = [useId(), useId(), useId()]
  const [keys] = useKeysOf("returns.recipient")
  const chosen = people?.find(({ userID }) => userID === value)
  const open = typed !== null && !left
  const wanted = foldText((typed ?? "").trim())
  const found = typed === null ? [] : (people ?? []).filter((user) => fits(user, wanted))
  const at = Math.max(
    0,
    found.findIndex(({ userID }) => userID === pointed)
  )

  const close = (): void => {
    setTyped(null)
    setPointed(null)
    setEntered(false)
    setLeft(false)
  }
  const pick = (user: TeamUser | undefined): void => {
    if (user === undefined) return
    onChoose(user.userID)
    close()
  }
  const leave = (): void => {
    if (wanted === "") return close()
    const named = found.filter(({ name }) => foldText(name) === wanted)
    const exact = found.find(({ email }) => foldText(email) === wanted) ?? named[0]
    // Of several users with this name, the user has to choose one.
    if (exact === undefined || named.length > 1) setLeft(true)
    else pick(exact)
  }
  useEffect(() => {
    if (people === undefined) return
    setEntered(false)
    if (entered) pick(found[at])
    else if (left) leave()
  }, [people])
  const begin = (): void => {
    setTyped((before) => before ?? "")
    setLeft(false)
  }
  const step = (by: number): void => {
    begin()
    const next = found[(at + (open ? by : 0) + found.length) % found.length]
    if (next !== undefined) setPointed(next.userID)
  }
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      ...(open ? { Enter: () => (people === undefined ? setEntered(true) : pick(found[at])), Escape: close } : {})
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const unknown = left && people !== undefined
  const noteText = unknown ? "Choose a user from the list." : noteOf(people, error, open, found.length)
  return (
    <div
      className="recipient"
      onBlur={({ relatedTarget, currentTarget }) => currentTarget.contains(relatedTarget) || leave()}
    >
      <label htmlFor={id}>Recipient {keys === undefined ? null : <Kbd keys={keys} />}</label>
      <input
        id={id}
        ref={field}
        type="text"
        role="combobox"
        className="input"
        placeholder="Search User Name or Email"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={open && found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={open && found[at] !== undefined ? `${list}-${found[at].userID}` : undefined}
        aria-describedby={note}
        value={typed ?? (chosen === undefined ? "" : `${chosen.name} (${chosen.email})`)}
        onFocus={({ target }) => {
          setLeft(false)
          target.select()
        }}
        onClick={begin}
        onChange={({ target }) => {
          setTyped(target.value)
          setPointed(null)
          setEntered(false)
          setLeft(false)
          if (value !== null) onChoose(null)
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label="Users" className="recipient-list" hidden={!open || found.length === 0}>
        {found.map((user, place) => (
          <div
            key={user.userID}
            id={`${list}-${user.userID}`}
            role="option"
            aria-selected={place === at}
            className="recipient-row"
            data-command="returns.recipient"
            ref={(row) => (place === at ? row?.scrollIntoView({ block: "nearest" }) : undefined)}
            // Keep the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(user)}
          >
            <span>{user.name}</span>
            <span className="muted">{user.email}</span>
          </div>
        ))}
      </div>
      <p
        id={note}
        className={error === null && !unknown ? "recipient-note faint" : "recipient-note issue"}
        role="status"
      >
        {noteText}
      </p>
    </div>
  )
}

const noteOf = (
  people: ReadonlyArray<TeamUser> | undefined,
  error: Error | null,
  open: boolean,
  found: number
): string => {
  if (people === undefined) {
    if (error === null) return ""
    return failureText(error)
  }
  if (!open) return ""
  return found === 0 ? "No active users match your search." : `${found} ${found === 1 ? "user" : "users"}`
}
