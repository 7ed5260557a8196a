import { type KeyboardEvent, useEffect, useId, useState } from "react"
import { regionShown } from "#core/facilities/regions.ts"
import { center } from "#web/app/CommandCenter.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { type AddressSource, type FoundAddress, offlineAddresses } from "./addressSource.ts"

/** How long typing rests before addresses are looked for, in milliseconds (001 §9). */
const rest = 400

interface AddressSearchProps {
  readonly onChoose: (address: FoundAddress) => void
  readonly source?: AddressSource
}

const shown = ({ street, city, state, zip }: FoundAddress): string =>
  [street, city, `${regionShown(state)} ${zip}`].filter((part) => part !== "").join(", ")

/** Looks for an address; the one that is chosen fills the fields below it. */
export const AddressSearch = ({ onChoose, source = offlineAddresses }: AddressSearchProps) => {
  const [text, setText] = useState("")
  const [found, setFound] = useState<ReadonlyArray<FoundAddress>>([])
  const [at, setAt] = useState(-1)
  const id = useId()
  useEffect(() => {
    const asked = new AbortController()
    const timer = setTimeout(() => {
      source.find(text, asked.signal).then(
        (addresses) => {
          if (asked.signal.aborted) return
          setFound(addresses)
          setAt(-1)
        },
        () => setFound([])
      )
    }, rest)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [text, source])

  const choose = (address: FoundAddress | undefined): void => {
    if (address === undefined) return
    setText("")
    setFound([])
    onChoose(address)
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilityForm.place": ({ input }) => {
        const place = input?.["place"]
        if (typeof place === "number") choose(found[place])
      }
    }
  })
  const press = (event: KeyboardEvent): void => {
    if (found.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((at + step + found.length) % found.length)
    } else if (event.key === "Enter" && at !== -1) {
      event.preventDefault()
      center.perform("facilityForm.place", { input: { place: at } })
    } else if (event.key === "Escape") {
      event.stopPropagation()
      setFound([])
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
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onBlur={() => setFound([])}
      />
      <p className="hidden" role="status">
        {open ? `${found.length} ${found.length === 1 ? "address" : "addresses"} found` : ""}
      </p>
      {open ? (
        <div id={`${id}-list`} role="listbox" aria-label="Addresses" className="address-list">
          {found.map((address, nth) => (
            <div
              key={`${address.city} ${address.state} ${address.street}`}
              id={`${id}-${nth}`}
              role="option"
              aria-selected={nth === at}
              className="address-option"
              data-command="facilityForm.place"
              // Before the field loses the focus, and with it the list.
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
