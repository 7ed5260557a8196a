import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { subscriptionState } from "#core/acting/subscriptionState.ts"
import type { CompanyAccount } from "#core/acting/CompanyAccount.ts"
import { countOf } from "#core/base/countOf.ts"
import type { CompanyId } from "#core/base/ids.ts"
import { resumeCompany, suspendCompany } from "#core/commands/companyAccountCommands.ts"
import { now } from "#web/app/clock.ts"
import { tellFailure } from "#web/app/failures.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { tellDone } from "#web/app/tellDone.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { CommandButton } from "#web/ui/CommandButton.tsx"
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx"
import { accountQuery } from "./accountQueries.ts"
import { paidThroughDay } from "./subscriptionWords.ts"

const wordsOf = (account: CompanyAccount): string => {
  const day = paidThroughDay(account)
  switch (subscriptionState(account, now())) {
    case "Active":
      return `Active, paid through ${day}.`
    case "Suspended":
      return "Suspended. Its users don't have the features of its plan."
    case "Lapsed":
      return `Lapsed. It was paid through ${day}.`
    case "None":
      return "No subscription."
  }
}

/** The company's size and subscription, with buttons to suspend it, resume it or act for it. */
export const SubscriptionPart = ({ account }: { readonly account: CompanyAccount }) => {
  const user = useSignedInUser()
  const [asking, setAsking] = useState<CompanyId | null>(null)
  const { companyID, companyName, subscriptionSuspended: suspended, facilities, users } = account
  const set = async (command: typeof suspendCompany | typeof resumeCompany, id: CompanyId) => {
    try {
      tellDone(command, { account: id }, await run(command, { account: id }))
    } catch (error) {
      tellFailure(error)
    }
  }
  /** The company the command names, or this one. */
  const meant = (id: CompanyId | undefined): CompanyId => id ?? companyID
  useCommands({
    scope: "anywhere",
    handlers: {
      "companies.suspend": ({ input }) => setAsking(meant(input?.account)),
      "companies.resume": ({ input }) => void set(resumeCompany, meant(input?.account))
    }
  })
  const other = useQuery({ ...accountQuery(asking ?? companyID), enabled: asking !== null && asking !== companyID })
  const askedName = asking === companyID ? companyName : (other.data?.companyName ?? `company ${asking}`)
  const own = companyID === user.ownCompanyID ? "You can't suspend your own company." : null
  const given = { input: { account: companyID } }
  return (
    <section className="card bought-state" aria-label="Subscription">
      <p>
        <strong>{wordsOf(account)}</strong>
        <br />
        <span className="muted">
          ID <span className="code">{companyID}</span> · {countOf(facilities, "facility", "facilities")} ·{" "}
          {countOf(users, "active user")}
        </span>
      </p>
      <p className="bought-state-do">
        <CommandButton command="companies.actFor" given={{ input: { companyID } }} showKeys={false}>
          Act for this company
        </CommandButton>
        {suspended ? (
          <CommandButton command="companies.resume" given={given}>
            Resume
          </CommandButton>
        ) : (
          <CommandButton command="companies.suspend" given={given} notYet={own}>
            Suspend
          </CommandButton>
        )}
      </p>
      {asking === null ? null : (
        <ConfirmDialog
          title={`Suspend ${askedName}?`}
          yes="Suspend"
          no="Cancel"
          onYes={() => {
            setAsking(null)
            void set(suspendCompany, asking)
          }}
          onNo={() => setAsking(null)}
        >
          <p>
            Its users lose their plan's features right away
            {asking === user.companyID ? ", and so do you while you act for it" : ""}. Nothing is deleted. You can
            resume it here at any time.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
