import { useQuery } from "@tanstack/react-query"
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react"
import type { FacilityId } from "#core/base/ids.ts"
import { type DigitBurst, endsBurst, nextBurst } from "#core/commands/digitBurst.ts"
import { center } from "#web/app/CommandCenter.ts"
import { facilitiesQuery } from "#web/app/placeQueries.ts"
import { rememberFacility, selectedFacility } from "#web/app/selectedFacility.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { composes } from "#web/keyboard/chord.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { FacilityPicker } from "#web/ui/FacilityPicker.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { activations } from "./activations.ts"
import { serialIssue, serialInLine, serialTyped } from "./serialField.ts"

/**
 * How many fast digits count as a scan. One less than eight, because the first may have been typed elsewhere on the
 * screen.
 */
const scanLength = 7

interface ActivateFormProps {
  /** Initial values of the fields (001 §2). */
  readonly given: { readonly serialCode: string; readonly facilityID: FacilityId | null }
  readonly field: RefObject<HTMLInputElement | null>
}

/**
 * The selected facility: chosen here, else the remembered one if it still exists, else the only one. Also returns
 * whether the name of a facility starts with some digits.
 */
const useFacility = (given: FacilityId | null) => {
  const { data } = useQuery(facilitiesQuery())
  const [chosen, setChosen] = useState(() => given ?? selectedFacility())
  const active = data?.filter(({ isActive }) => isActive)
  const gone = active !== undefined && !active.some(({ facilityID }) => facilityID === chosen)
  const [only, ...others] = active ?? []
  const facilityID = !gone ? chosen : only !== undefined && others.length === 0 ? only.facilityID : null
  const choose = (next: FacilityId | null): void => {
    setChosen(next)
    rememberFacility(next)
  }
  const startsName = (digits: string): boolean =>
    active?.some(({ facilityName }) => facilityName.startsWith(digits)) ?? false
  return [facilityID, choose, startsName] as const
}

/**
 * Accepts serial codes as fast as they are typed, anywhere on the screen. Enter queues the code and clears the field
 * for the next scan; errors appear in the code's row below.
 */
export const ActivateForm = ({ given, field }: ActivateFormProps) => {
  const [facilityID, choose, startsName] = useFacility(given.facilityID)
  const [serial, setSerial] = useState(() => serialTyped(given.serialCode))
  const [tried, setTried] = useState(false)
  const facility = useRef<HTMLInputElement>(null)
  const burst = useRef<DigitBurst | null>(null)
  useEffect(() => {
    if (given.serialCode !== "") setSerial(serialTyped(given.serialCode))
  }, [given.serialCode])

  const submit = (code: string, at: FacilityId | null): void => {
    setTried(code === "" || at === null)
    if (code === "") return field.current?.focus()
    setSerial("")
    activations.add(code, at)
    // Digits typed anywhere go to the serial field, so focusing the facility loses no scan.
    if (at === null && serialIssue(code) === null) facility.current?.focus()
    else field.current?.focus()
  }
  const type = (digits: string): void => {
    setSerial((before) => serialTyped(before + digits))
    field.current?.focus()
  }
  useCommands({
    scope: "anywhere",
    onDigits: type,
    handlers: {
      "locks.activate": ({ input = {} }) => {
        const { serialCode, facilityID: at } = input
        submit(
          typeof serialCode === "string" ? serialTyped(serialCode) : serial,
          typeof at === "number" ? at : facilityID
        )
      },
      "form.submit": () => void center.perform("locks.activate")
    }
  })
  const wrong = serialIssue(serial)
  const missing = facilityID === null ? "Please select a facility first" : null
  /**
   * Digits in the facility field that start no facility's name go to the serial field, because a scanner may type
   * while that field has the focus.
   */
  const divert = (event: KeyboardEvent): void => {
    const { current: box } = facility
    if (box === null || event.target !== box || event.ctrlKey || event.metaKey || event.altKey) return
    burst.current = nextBurst(burst.current, event.key, event.timeStamp)
    const before = box.dataset["begun"] === undefined ? "" : box.value
    const digits = before + event.key
    if (!/^\d+$/.test(digits) || startsName(digits)) return
    event.preventDefault()
    type(digits)
    // Leaving the field picks a facility with exactly this name.
    if (before !== "") choose(facilityID)
  }
  /** Some scanners end with Tab. A Tab the user presses leaves the field as usual. */
  const isScannersTab = ({ key, shiftKey, timeStamp }: KeyboardEvent): boolean =>
    key === "Tab" &&
    !shiftKey &&
    endsBurst(burst.current, timeStamp) &&
    (burst.current?.digits.length ?? 0) >= scanLength
  // Handle Enter here because the form's button may be disabled, and Enter must still show what is missing.
  const press = (event: KeyboardEvent): void => {
    const ends = event.key === "Enter" || isScannersTab(event)
    burst.current = nextBurst(burst.current, event.key, event.timeStamp)
    if (!ends || composes(event.nativeEvent)) return
    event.preventDefault()
    if (!event.repeat) center.perform("locks.activate")
  }
  /** Treats each of several pasted lines as a scan. Of cells copied from a spreadsheet, only the serial code is taken. */
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData("text/plain")
    if (!/[\r\n\t,;]/.test(pasted.trim())) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const text = value.slice(0, selectionStart ?? value.length) + pasted + value.slice(selectionEnd ?? value.length)
    const [only = "", ...others] = text
      .split(/[\r\n]+/)
      .map(serialInLine)
      .filter((code) => code !== "")
    if (others.length === 0) return setSerial(only)
    for (const serialCode of [only, ...others]) center.perform("locks.activate", { input: { serialCode } })
  }
  return (
    <form
      className="activate-form"
      noValidate
      onKeyDown={divert}
      onSubmit={(event) => {
        event.preventDefault()
        center.perform("locks.activate")
      }}
    >
      <FacilityPicker label="Facility" value={facilityID} onChoose={choose} field={facility} />
      <TextField
        label="Serial Code"
        name="serialCode"
        ref={field}
        inputMode="numeric"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        value={serial}
        onText={(text) => {
          setSerial(serialTyped(text))
          if (text === "") setTried(false)
        }}
        onKeyDown={press}
        onPaste={paste}
        issue={tried ? (missing ?? wrong ?? undefined) : undefined}
      />
      <CommandButton command="locks.activate" look="primary" submit notYet={wrong ?? missing}>
        Activate Lock
      </CommandButton>
    </form>
  )
}
