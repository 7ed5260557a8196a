import "./facilities.css"
import { countText } from "#core/base/countText.ts"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { acceptTransfer, showTransfer } from "#core/commands/transferCommands.ts"
import { facilityLimits } from "#core/facilities/facilityLimits.ts"
import { regionShown } from "#core/facilities/regions.ts"
import { routeOf } from "#core/navigation/routes.ts"
import type { TransferOffer } from "#core/transfers/TransferOffer.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center } from "#web/app/CommandCenter.ts"
import { toast } from "#web/app/notices.ts"
import type { TopicKey } from "#web/app/queries.ts"
import { run } from "#web/app/run.ts"
import { logTime } from "#web/app/times.ts"
import { useAttempt } from "#web/app/useAttempt.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { Facts } from "#web/ui/Facts.tsx"
import { LateLoading } from "#web/ui/LateLoading.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { facilitiesPath } from "./facilityPath.ts"

const offerQuery = (token: string) => ({
  queryKey: ["facilities", "transfer", token] satisfies TopicKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<TransferOffer> =>
    (await run(showTransfer, { token }, { signal })).data
})

/** /Account/FacilityTransfer: shows the offer and lets the user accept or decline it (001 §2). */
export const TransferOfferScreen = ({ token }: { readonly token: string }) => {
  const [accepted, setAccepted] = useState(false)
  const { data, error } = useQuery({ ...offerQuery(token), enabled: token !== "" && !accepted })
  if (token === "")
    return <Refused error="The token provided is expired or invalid." next="Open the link in your email again." />
  if (error !== null && !accepted) {
    return error instanceof CallFailure ? (
      <Refused {...error.words} />
    ) : (
      <Refused error="Something went wrong." next="Reload the page." />
    )
  }
  if (data === undefined) return <LateLoading />
  if (data.alreadyAccepted && !accepted) {
    return (
      <section className="card transfer-offer" aria-label="Facility transfer">
        <p role="status">
          <strong>This facility transfer was already accepted.</strong> {data.facilityName} is in your facilities list.
        </p>
        <p className="facility-do">
          <Link to={facilitiesPath} className="btn primary" data-command="go.facilities">
            Go To Facilities
          </Link>
        </p>
      </section>
    )
  }
  return <Offer token={token} offer={data} onAccepted={() => setAccepted(true)} />
}

const Refused = ({ error, next }: { readonly error: string; readonly next: string }) => (
  <section className="card transfer-offer" aria-label="Facility transfer">
    <p role="alert">
      <strong>{error}</strong> {next}
    </p>
    <p className="facility-do">
      <Link to={facilitiesPath} className="btn secondary" data-command="go.facilities">
        Go To Facilities
      </Link>
    </p>
  </section>
)

interface OfferProps {
  readonly token: string
  readonly offer: TransferOffer
  readonly onAccepted: () => void
}

const Offer = ({ token, offer, onAccepted }: OfferProps) => {
  const navigate = useNavigate()
  const [busy, attempt] = useAttempt()
  /** A new name, needed if the company already has a facility with that name. */
  const [name, setName] = useState<string | null>(null)
  const [issue, setIssue] = useState<string>()
  const accept = (): Promise<void> => {
    const { href } = location
    return attempt(
      async () => {
        setIssue(undefined)
        await run(acceptTransfer, { token, ...(name === null ? {} : { name }) })
        onAccepted()
        toast("success", "Facility accepted")
        if (location.href === href) await navigate({ href: facilitiesPath })
      },
      ({ problem, words }) => {
        if (problem?._tag === "TransferAlreadyAccepted") toast("warning", words.next)
        else if (problem?._tag === "FacilityNameTaken" || problem?._tag === "FacilityRefused") {
          setName((typed) => typed ?? offer.facilityName)
          setIssue(words.error)
        } else return false
        return true
      }
    )
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilities.acceptTransfer": () => void accept(),
      "form.submit": () => center.perform("facilities.acceptTransfer"),
      "facilities.declineTransfer": () => void navigate({ href: routeOf("dashboard").path })
    }
  })
  const { facilityName, companyName, street, city, state, zip, lockCount, expiresOn } = offer
  return (
    <section className="card transfer-offer" aria-labelledby="transfer-title">
      <header>
        <h2 id="transfer-title">
          {companyName} offers you {facilityName}
        </h2>
      </header>
      <Facts
        facts={{
          "Facility Name": facilityName,
          "From company": companyName,
          Address: [street, city, regionShown(state), zip].filter((part) => part !== "").join(", "),
          Locks: countText(lockCount),
          "Offer expires": `${logTime(expiresOn)} UTC`
        }}
      />
      {name === null ? null : (
        <div className="transfer-name">
          <TextField
            label="Facility name in your company"
            autoFocus
            autoComplete="off"
            maxLength={facilityLimits.name}
            readOnly={busy}
            value={name}
            onText={setName}
            issue={issue}
          />
        </div>
      )}
      <p className="facility-do">
        <CommandButton command="facilities.declineTransfer">Decline</CommandButton>
        <CommandButton command="facilities.acceptTransfer" sends look="primary" notYet={busy ? "Accepting…" : null}>
          Accept
        </CommandButton>
      </p>
    </section>
  )
}
