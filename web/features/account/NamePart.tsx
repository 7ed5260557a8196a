import { fieldLabels } from "#core/base/fieldLabels.ts"
import { words } from "#core/api/problem.ts"
import { NameChangedMeanwhile, NothingChanged } from "#core/account/AccountErrors.ts"
import { isSameName, nameIssues } from "#core/account/accountRules.ts"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { changeName, updateName } from "#core/commands/accountCommands.ts"
import { nameLimit } from "#core/team/userRules.ts"
import { call } from "#web/app/calls.ts"
import { toast } from "#web/app/notices.ts"
import { refresh } from "#web/app/refresh.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { useRefusal } from "#web/app/useRefusal.ts"
import { askWhoIsSignedIn } from "#web/app/whoAmI.ts"
import { ChangedMeanwhile } from "#web/ui/ChangedMeanwhile.tsx"
import { TextField } from "#web/ui/TextField.tsx"
import { accountSaved } from "./accountChanges.ts"
import { nameForm } from "./nameForm.ts"
import { PartForm } from "./PartForm.tsx"
import { usePart } from "./usePart.ts"

/** The user's first and last name (002 §4). */
export const NamePart = () => {
  const user = useSignedInUser()
  const { values, begun, overtaken, issueOf, change, busy, dirty, refused, send, clear } = usePart(
    { firstName: user.firstName, lastName: user.lastName },
    nameIssues,
    nameForm
  )
  const [outdated, setOutdated] = useRefusal<LoggedInUser, true>(user)
  const changedMeanwhile = dirty && (overtaken || outdated === true)
  const save = async (): Promise<void> => {
    // While a save is pending the fields may already match the saved name, so check `busy` first.
    if (busy) return
    if (isSameName(values, user)) {
      const { error } = words(new NothingChanged())
      toast("error", error)
      return
    }
    const sent = await send(
      async () => {
        const { data, message } = await call(changeName(values, begun))
        await accountSaved(data.token)
        toast("success", message ?? "Profile updated")
      },
      ({ problem }) => {
        if (problem?._tag !== "NameChangedMeanwhile") return false
        setOutdated(true)
        void askWhoIsSignedIn().catch(() => undefined)
        return true
      }
    ).finally(() => refresh(updateName.touches))
    if (sent) clear()
  }
  useCommands({
    scope: "anywhere",
    handlers: { "account.name": () => void save(), ...(changedMeanwhile ? { "account.takeTheirs": clear } : {}) }
  })
  return (
    <PartForm title="Name" command="account.name" busy={busy} dirty={dirty} refused={refused}>
      {changedMeanwhile ? (
        <ChangedMeanwhile
          happened={words(new NameChangedMeanwhile({ data: { fields: [] } })).error}
          command="account.takeTheirs"
        />
      ) : null}
      <TextField
        label={fieldLabels.firstName}
        name="firstName"
        autoComplete="given-name"
        maxLength={nameLimit}
        value={values.firstName}
        onText={(firstName) => change({ firstName })}
        issue={issueOf("firstName")}
      />
      <TextField
        label={fieldLabels.lastName}
        name="lastName"
        autoComplete="family-name"
        maxLength={nameLimit}
        value={values.lastName}
        onText={(lastName) => change({ lastName })}
        issue={issueOf("lastName")}
      />
    </PartForm>
  )
}
