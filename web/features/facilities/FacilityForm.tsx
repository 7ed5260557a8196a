import "./facilities.css"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { facilityChanged } from "#core/facilities/FacilityErrors.ts"
import { type FacilityPart, facilitySteps } from "#core/facilities/facilitySteps.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { savingWords } from "#web/app/tellNotYet.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useLife } from "#web/app/useLife.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { CommandForm } from "#web/ui/CommandForm.tsx"
import { LeaveGuard } from "#web/ui/LeaveGuard.tsx"
import { SentFields } from "#web/ui/SentFields.tsx"
import { AddressPart } from "./AddressPart.tsx"
import { ContactPart } from "./ContactPart.tsx"
import { FacilitySteps } from "./FacilitySteps.tsx"
import { facilityScreen, newFacilityScreen, originOf } from "./facilityPath.ts"
import { FmsPart } from "./FmsPart.tsx"
import type { PartProps } from "./formParts.ts"
import { NotificationPart } from "./NotificationPart.tsx"
import { useFacilityForm } from "./useFacilityForm.ts"

const parts: Readonly<Record<FacilityPart, (props: PartProps) => React.ReactNode>> = {
  contact: ContactPart,
  notifications: NotificationPart,
  address: AddressPart,
  fms: FmsPart
}

/** The stepped form of a facility; null for a new one (001 §4). The URL names the step. */
export const FacilityForm = ({ facility }: { readonly facility: FacilityDetail | null }) => {
  const user = useSignedInUser()
  const navigate = useNavigate()
  const life = useLife()
  const search = useSearch({ from: facility === null ? newFacilityScreen : facilityScreen })
  const steps = useMemo(() => facilitySteps(user), [user])
  const form = useFacilityForm(facility, steps)
  const body = useRef<HTMLFormElement>(null)
  /** The step with the first error. A new object for each attempt. */
  const [toFix, setToFix] = useState<{ readonly step: number } | null>(null)
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === search.step)
  )
  const last = at === steps.length - 1
  const sending = form.saving || form.done
  const step = steps[at]

  const show = (place: number): void => {
    const id = steps[place]?.id
    void navigate({
      to: ".",
      search: (before) => ({ ...before, step: place === 0 ? undefined : id })
    })
  }
  const goTo = (place: number): void => {
    const wrong = place > at ? form.check(place) : null
    show(wrong ?? place)
    if (wrong !== null) setToFix({ step: wrong })
  }
  const save = async (): Promise<void> => {
    const wrong = await form.save()
    if (wrong === null || life.current.signal.aborted) return
    if (wrong !== at) show(wrong)
    setToFix({ step: wrong })
  }
  const origin = originOf(search.from)
  useEffect(() => {
    if (form.done) void navigate({ href: origin.path })
  }, [form.done, navigate, origin.path])

  // Focus the invalid field, or the first field of a new step.
  const shown = useRef(at)
  useLayoutEffect(() => {
    const find = (selector: string) => body.current?.querySelector<HTMLElement>(selector) ?? null
    const wrong = toFix?.step === at ? find("[aria-invalid=true]") : null
    if (wrong !== null) wrong.focus()
    else if (shown.current !== at) find("input, select")?.focus()
    shown.current = at
  }, [toFix, at])

  useCommands({
    scope: "anywhere",
    handlers: {
      "form.submit": () => (sending ? undefined : last ? void save() : goTo(at + 1)),
      "facilityForm.next": () => goTo(at + 1),
      "facilityForm.back": () => goTo(at - 1),
      "facilityForm.takeTheirs": form.takeTheirs,
      "facilityForm.step": ({ input }) => {
        const place = steps.findIndex(({ id }) => id === input?.step)
        if (place !== -1) goTo(place)
      }
    }
  })
  return (
    <>
      <LeaveGuard dirty={form.dirty && !form.done} />
      <FacilitySteps steps={steps} at={at} />
      <CommandForm
        ref={body}
        adds={facility === null}
        className="card facility-form"
        noValidate
        aria-label={`Step ${at + 1}: ${step?.title ?? ""}`}
      >
        {form.changedMeanwhile === null ? null : (
          <ChangedMeanwhile happened={facilityChanged(form.changedMeanwhile).error} command="facilityForm.takeTheirs" />
        )}
        <SentFields sending={sending}>
          {step?.parts.map((part) => {
            const Part = parts[part]
            return <Part key={part} form={form} />
          })}
        </SentFields>
        <p className="facility-do">
          {at === 0 ? null : <CommandButton command="facilityForm.back" />}
          <span role="status" className="muted">
            {sending ? savingWords : ""}
          </span>
          {last ? (
            <CommandButton command="form.submit" look="primary" submit notYet={sending ? savingWords : null}>
              {facility === null ? "Add Facility" : "Save"}
            </CommandButton>
          ) : (
            <CommandButton command="facilityForm.next" sends look="primary" submit />
          )}
        </p>
      </CommandForm>
    </>
  )
}
