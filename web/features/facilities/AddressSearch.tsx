import { type KeyboardEvent, useEffect, useId, useState } from "react"
import { withClient } from "#core/api/ApiClient.ts"
import { addressText, type FoundAddress } from "#core/facilities/FoundAddress.ts"
import { regionShown } from "#core/facilities/regions.ts"
import { call } from "#web/app/calls.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { composes } from "#web/keyboard/chord.ts"

/** Debounce of the address search in milliseconds (001 §9). */
const rest = 400

interface AddressSearchProps {
  readonly onChoose: (address: FoundAddress) => void
}

/** A result and the text it belongs to. It is shown only while the field holds that text. */
interface Answer {
  readonly text: string
  readonly addresses: ReadonlyArray<FoundAddress>
  readonly failed: boolean
}

const find = async (text: string, signal: AbortSignal): Promise<Answer> => {
  const { data } = await call(
    withClient((client) => client.facilities.addresses({ query: { text } })),
    { signal }
  )
  return { text, addresses: data, failed: false }
}

const shown = ({ street, city, state, zip }: FoundAddress): string =>
  [street, city, `${regionShown(state)} ${zip}`.trim()].filter((part) => part !== "").join(", ")

const noteOf = (answer: Answer | null): string => {
  if (answer === null) return "Searching…"
  if (answer.failed) return "Address search isn't available. Type the address below."
  const { length } = answer.addresses
  if (length === 0) return "No addresses found. Type the address below."
  return `${length} ${length === 1 ? "address" : "addresses"} found`
}

/** Searches for an address. Choosing one fills the fields below. */
export const AddressSearch = ({ onChoose }: AddressSearchProps) => {
  const [text, setText] = useState("")
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [at, setAt] = useState(-1)
  const [closed, setClosed] = useState(false)
  const id = useId()
  const wanted = text.trim().length >= addressText.least
  useEffect(() => {
    if (!wanted) return undefined
    const asked = new AbortController()
    const timer = setTimeout(() => {
      find(text, asked.signal)
        .catch((): Answer => ({ text, addresses: [], failed: true }))
        .then((found) => {
          if (!asked.signal.aborted) setAnswer(found)
        })
    }, rest)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [text, wanted])

  const current = wanted && answer?.text === text ? answer : null
  const found = closed ? [] : (current?.addresses ?? [])
  const type = (next: string): void => {
    setText(next)
    setAt(-1)
    setClosed(false)
  }
  const choose = (address: FoundAddress | undefined): void => {
    if (address === undefined) return
    type("")
    onChoose(address)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilityForm.place": ({ input }) => {
        if (input?.place !== undefined) choose(found[input.place])
      }
    }
  })
  const press = (event: KeyboardEvent): void => {
    if (composes(event.nativeEvent)) return
    // This field isn't saved. Enter picks an address and never submits the form.
    if (event.key === "Enter" && text !== "" && !event.ctrlKey && !event.metaKey) event.preventDefault()
    if (found.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt(at === -1 && step === -1 ? found.length - 1 : (at + step + found.length) % found.length)
    } else if (event.key === "Enter" && at !== -1) {
      center.perform("facilityForm.place", { input: { place: at } })
    }
  }
  const open = found.length > 0
  return (
    <div className="field address-search">
      <label htmlFor={id}>Address search</label>
      <input
        id={id}
        className="input"
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && at !== -1 ? `${id}-${at}` : undefined}
        placeholder="12 Maple St, Portland"
        autoComplete="off"
        maxLength={addressText.most}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={() => setClosed(true)}
        onFocus={() => setClosed(false)}
      />
      <p className={wanted && current?.addresses.length === 0 ? "muted" : "hidden"} role="status">
        {wanted ? noteOf(current) : ""}
      </p>
      {open ? (
        <div id={`${id}-list`} role="listbox" aria-label="Addresses" className="address-list">
          {found.map((address, nth) => (
            <div
              // Several places can have the same address.
              key={nth}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === at}
              className="address-option"
              data-command="facilityForm.place"
              // Keep the focus in the field, because the list closes when it is lost.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => void center.perform("facilityForm.place", { input: { place: nth } })}
            >
              {shown(address)}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  )
}
