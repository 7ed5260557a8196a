import "./activation.css"
import { getRouteApi, useLocation } from "@tanstack/react-router"
import { useEffect, useRef, useSyncExternalStore } from "react"
import { useCommands } from "#web/app/useCommands.ts"
import { useReachability } from "#web/app/reachability.ts"
import { ToggleButton } from "#web/ui/ToggleButton.tsx"
import { ActivateForm } from "./ActivateForm.tsx"
import { ActivationList } from "./ActivationList.tsx"
import { activations, watchActivations } from "./activations.ts"
import { lastWords } from "./lineWords.ts"
import { scanTone, useScanTone } from "./scanTone.ts"

const route = getRouteApi("/signed-in/locks/activate_locks")

/** Initial field values: the serial code from the navigation state or the URL, and the facility from the URL. */
const useGiven = () => {
  const carried = useLocation({ select: ({ state }) => state.serialCode })
  const search = route.useSearch()
  return { serialCode: carried ?? search.serialCode ?? "", facilityID: search.facilityID ?? null }
}

/**
 * Activates locks one after the other (001 §2). The serial field has the focus from the start, so scanning can begin
 * at once.
 */
export const ActivateLocks = () => {
  const { lines, last } = useSyncExternalStore(activations.subscribe, activations.state)
  const { answers } = useReachability()
  const given = useGiven()
  const tone = useScanTone()
  useCommands({ scope: "anywhere", handlers: { "activate.tone": scanTone.toggle } })
  const field = useRef<HTMLInputElement>(null)
  useEffect(watchActivations, [])
  useEffect(() => {
    field.current?.focus()
    const title = document.querySelector("#main h1")
    // The layout focuses the title after navigation. Here the next keys are a serial code, so move the focus to the
    // field.
    const onwards = (): void => field.current?.focus()
    title?.addEventListener("focus", onwards, { once: true })
    return () => title?.removeEventListener("focus", onwards)
  }, [])
  return (
    <>
      <section className="card activate" aria-labelledby="activate-title">
        <header>
          <h2 id="activate-title">Activate Lock</h2>
          <span className="faint">scan or type the 8 digits, then Enter</span>
          <ToggleButton
            command="activate.tone"
            given={{}}
            pressed={tone}
            label="Tone when a scan fails"
            refused={null}
            inTab
          >
            Tone when a scan fails
          </ToggleButton>
        </header>
        <ActivateForm given={given} field={field} />
        <p role="status" className={last === null ? "hidden" : `activate-last ${last.state.kind}`}>
          {last === null ? "" : lastWords(last)}
        </p>
        {answers ? null : (
          <p role="alert" className="activate-away">
            Can't reach the server. Your scans stay in the list below until you send them again.
          </p>
        )}
      </section>
      <ActivationList lines={lines} />
    </>
  )
}
