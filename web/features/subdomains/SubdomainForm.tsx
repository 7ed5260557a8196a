import "./subdomains.css"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useEffect, useLayoutEffect, useRef, useState } from "react"
import type { SubdomainId } from "#core/base/ids.ts"
import { subdomainPath } from "#core/navigation/subdomainPath.ts"
import { routeOf } from "#core/navigation/routes.ts"
import type { Subdomain } from "#core/subdomains/Subdomain.ts"
import { subdomainChanged } from "#core/subdomains/SubdomainErrors.ts"
import { savingWords } from "#web/app/tellNotYet.ts"
import { useAvailability, useCommands } from "#web/app/useCommands.ts"
import { useLife } from "#web/app/useLife.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { StepList } from "#web/ui/StepList.tsx"
import { AssignPart } from "./AssignPart.tsx"
import { GeneralPart } from "./GeneralPart.tsx"
import { useSubdomainForm } from "./useSubdomainForm.ts"

const route = getRouteApi("/signed-in/settings/overlock/$overlockId")

/** Steps of the wizard (002 §2). */
const steps = [
  { id: "general", title: "General Information", Part: GeneralPart },
  { id: "facilities", title: "Assign Facilities", Part: AssignPart }
] as const

interface SubdomainFormProps {
  /** Null for a new one. */
  readonly subdomain: Subdomain | null
  /** Called with the ID of a new subdomain that was saved while its form stays open. */
  readonly onAdopted: (id: SubdomainId) => void
}

const busyWords = { checking: "Checking…", saving: savingWords } as const

/**
 * The wizard of a subdomain (002 §4). The step is in the URL and replaces the previous one, so Back leaves the
 * wizard.
 */
export const SubdomainForm = ({ subdomain, onAdopted }: SubdomainFormProps) => {
  const navigate = useNavigate()
  const life = useLife()
  const { step } = route.useSearch()
  const form = useSubdomainForm(subdomain)
  const may = useAvailability(form.kept === null ? "subdomains.create" : "subdomains.edit")
  const body = useRef<HTMLFormElement>(null)
  /** Where to go once the saved values no longer count as unsaved. */
  const [next, setNext] = useState<string | null>(null)
  /** Step 1 has errors. A new object for each attempt. */
  const [toFix, setToFix] = useState<object | null>(null)
  // Step 2 requires a valid step 1.
  const at = step === "facilities" && form.isGeneralValid ? 1 : 0
  const { Part, title } = steps[at]
  const last = at === steps.length - 1

  const show = (place: number): void =>
    void navigate({
      to: ".",
      replace: true,
      search: (before) => ({ ...before, step: steps[place]?.id })
    })
  const goTo = async (place: number): Promise<void> => {
    if (place <= at) return show(place)
    const isValid = await form.check()
    if (life.current.signal.aborted) return
    if (isValid) show(place)
    else setToFix({})
  }
  const save = async (): Promise<void> => {
    const saved = await form.save()
    if (life.current.signal.aborted) return
    if (saved.kind === "all") setNext(routeOf("settings.subdomains").path)
    else if (saved.kind === "withoutLogo") {
      if (subdomain === null) onAdopted(saved.id)
      setNext(subdomainPath(saved.id))
    } else if (saved.step !== null) {
      show(saved.step)
      setToFix({})
    }
  }
  useEffect(() => {
    if (next === null) return
    void navigate({ href: next, replace: next !== routeOf("settings.subdomains").path }).then(() => setNext(null))
  }, [next, navigate])

  // Focus the invalid field, or the first field of step 1. Step 2 loads its lists a moment later and sets the focus
  // itself.
  const shown = useRef(at)
  useLayoutEffect(() => {
    const find = (selector: string) => body.current?.querySelector<HTMLElement>(selector) ?? null
    const wrong = toFix !== null && at === 0 ? find("[aria-invalid=true]") : null
    if (wrong !== null) {
      wrong.focus()
      setToFix(null)
    } else if (shown.current !== at && at === 0) find("input")?.focus()
    shown.current = at
  }, [toFix, at])

  const closed = may.allowed ? null : may.words.error
  const busy = form.busy !== null ? busyWords[form.busy] : next !== null ? busyWords.saving : null
  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => {
        if (busy !== null || (last && closed !== null)) return
        void (last ? save() : goTo(1))
      },
      "subdomainForm.next": () => void goTo(1),
      "subdomainForm.back": () => void goTo(0),
      "subdomainForm.takeTheirs": form.takeTheirs,
      "subdomainForm.step": ({ input }) => {
        const place = steps.findIndex(({ id }) => id === input?.step)
        if (place !== -1 && place !== at) void goTo(place)
      }
    }
  })
  return (
    <>
      <LeaveGuard dirty={form.dirty && next === null} />
      <StepList steps={steps} at={at} command="subdomainForm.step" />
      <CommandForm
        ref={body}
        adds={subdomain === null}
        className="card subdomain-form"
        noValidate
        aria-label={`Step ${at + 1}: ${title}`}
      >
        {form.changedMeanwhile === null ? null : (
          <ChangedMeanwhile
            happened={subdomainChanged(form.changedMeanwhile).error}
            command="subdomainForm.takeTheirs"
          />
        )}
        <SentFields sending={busy !== null}>
          <Part form={form} />
        </SentFields>
        <p className="subdomain-do">
          <CommandButton command="subdomainForm.back" notYet={at === 0 ? "This is the first step." : null} />
          <span role="status" className="muted">
            {busy ?? ""}
          </span>
          {last ? (
            <CommandButton command="form.submit" look="primary" submit notYet={closed ?? busy}>
              Save &amp; Submit
            </CommandButton>
          ) : (
            <CommandButton command="subdomainForm.next" sends look="primary" submit notYet={busy} />
          )}
        </p>
      </CommandForm>
    </>
  )
}
