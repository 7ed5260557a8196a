import "./facilities.css"
import { useQuery } from "@tanstack/react-query"
import { useSearch } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { countOf } from "#core/base/countOf.ts"
import type { FacilityId } from "#core/base/ids.ts"
import { setFacilityApi } from "#core/commands/facilityCommands.ts"
import { Feature } from "#core/companies/features.ts"
import type { FacilityDetail } from "#core/facilities/FacilityDetail.ts"
import { type ApiState, apiChangeWords, apiQuestion, apiStateFor } from "#core/facilities/apiChangeWords.ts"
import { looksOnly } from "#core/facilities/facilityAccess.ts"
import { CallFailure } from "#web/app/CallFailure.ts"
import { center } from "#web/app/CommandCenter.ts"
import { copyText } from "#web/app/copyText.ts"
import { failureText, tellFailure } from "#web/app/failures.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { useTitle } from "#web/app/useTitle.ts"
import { useTypedFor } from "#web/app/useTypedFor.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { ScreenLoading } from "#web/ui/ScreenLoading.tsx"
import { UpgradePrompt } from "#web/ui/UpgradePrompt.tsx"
import { FacilityForm } from "./FacilityForm.tsx"
import { facilityScreen, newFacilityScreen, originOf } from "./facilityPath.ts"
import { facilityQuery } from "./facilityQueries.ts"
import { BackTo } from "./BackTo.tsx"
import { TransferPanel } from "./TransferPanel.tsx"

/** /facilities/create. */
export const NewFacilityScreen = () => {
  const origin = originOf(useSearch({ from: newFacilityScreen }).from)
  useTitle("Add Facilities")
  return (
    <>
      <BackTo {...origin} />
      <h1>Add Facilities</h1>
      <UpgradePrompt feature={Feature.id.Facilities} title="Adding facilities">
        <FacilityForm facility={null} />
      </UpgradePrompt>
    </>
  )
}

interface FacilityScreenProps {
  readonly facilityID: FacilityId
  /** Content that other parts of the console add below the form. */
  readonly below: (facility: FacilityDetail) => ReactNode
}

/** /facilities/{facilityID}: the form of a facility, its transfer, and what the API includes. */
export const FacilityScreen = ({ facilityID, below }: FacilityScreenProps) => {
  const user = useSignedInUser()
  const origin = originOf(useSearch({ from: facilityScreen }).from)
  const { data, error } = useQuery({ ...facilityQuery(facilityID), enabled: !looksOnly(user) })
  const known = isGone(error) ? undefined : data
  const facility = useTypedFor(known)
  useTitle(data?.facilityName ?? "Edit Facilities")
  return (
    <>
      <BackTo {...origin} />
      <h1>Edit Facilities</h1>
      {facility === undefined ? (
        <Missing error={error} facilityID={facilityID} />
      ) : (
        <>
          {known !== undefined ? (
            <FacilityHead facility={known} />
          ) : error === null ? null : (
            <ChangedMeanwhile happened={missingText(error, facilityID)} command={null} />
          )}
          <FacilityForm facility={facility} />
          {known === undefined ? null : (
            <>
              <TransferPanel facility={known} />
              {below(known)}
            </>
          )}
        </>
      )}
    </>
  )
}

/** It was deleted or transferred to another company. */
const isGone = (error: Error | null): boolean =>
  error instanceof CallFailure && error.problem?._tag === "FacilityNotFound"

const missingText = (error: Error, facilityID: FacilityId): string =>
  isGone(error) ? `There is no facility ${facilityID}, or you don't have access to it.` : failureText(error)

const Missing = ({ error, facilityID }: { readonly error: Error | null; readonly facilityID: FacilityId }) =>
  error === null ? <ScreenLoading /> : <p role="alert">{missingText(error, facilityID)}</p>

/** Header of the form: name, ID, and whether the API includes the facility. */
const FacilityHead = ({ facility }: { readonly facility: FacilityDetail }) => {
  const { facilityID, facilityName, includedInAPI, no_of_locks: locks } = facility
  /** The requested state. Keep it even if someone else changes the facility in the meantime. */
  const [asking, setAsking] = useState<ApiState | null>(null)
  const word = includedInAPI ? "Exclude" : "Include"
  const change = async (state: ApiState): Promise<void> => {
    setAsking(null)
    const input = { facilityID, state }
    try {
      tellDone(setFacilityApi, input, await run(setFacilityApi, input))
    } catch (error) {
      tellFailure(error)
    }
  }
  useCommands({
    scope: "anywhere",
    handlers: {
      "facilities.copyId": () => void copyText(String(facilityID), "Facility ID copied"),
      "facilities.api": (given) => {
        // The palette may name a different facility than the one shown.
        if ((given.input?.facilityID ?? facilityID) === facilityID) setAsking(apiStateFor(!includedInAPI))
        else center.passOn("facilities.api", given)
      }
    }
  })
  return (
    <div className="facility-head">
      <p>
        <strong>{facilityName}</strong>
        <span className="muted">
          {" "}
          ID {facilityID}, {countOf(locks, "lock")}, {includedInAPI ? "included in the API" : "excluded from the API"}
        </span>
      </p>
      <CommandButton command="facilities.copyId">Copy ID</CommandButton>
      <UpgradePrompt feature={Feature.id.IntegrationFacilities} title={`${word} Facility in API`}>
        <CommandButton command="facilities.api" given={{ input: { facilityID } }}>
          {word} Facility in API
        </CommandButton>
      </UpgradePrompt>
      {asking === null ? null : (
        <ConfirmDialog title={apiQuestion(asking)} onYes={() => void change(asking)} onNo={() => setAsking(null)}>
          <p>{apiChangeWords(facilityName, asking)}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
