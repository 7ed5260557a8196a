import { fieldLabels } from "#core/base/fieldLabels.ts"
import { words } from "#core/api/problem.ts"
import { NothingChanged } from "#core/account/AccountErrors.ts"
import { isSameName, nameIssues } from "#core/account/accountRules.ts"
import { updateName } from "#core/commands/accountCommands.ts"
import { nameLimit } from "#core/team/userRules.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { accountSaved } from "./accountChanges.ts"
import { PartForm } from "./PartForm.tsx"
import { usePart } from "./usePart.ts"

/** The user's first and last name (002 §4). */
export const NamePart = () => {
  const user = useSignedInUser()
  const { values, issueOf, change, busy, dirty, refused, send, clear } = usePart(
    { firstName: user.firstName, lastName: user.lastName },
    nameIssues
  )
  const save = async (): Promise<void> => {
    // While a save is pending the fields may already match the saved name, so check `busy` first.
    if (busy) return
    if (isSameName(values, user)) {
      const { error } = words(new NothingChanged())
      toast("error", error)
      return
    }
    const sent = await send(async () => {
      const { data, message } = await run(updateName, values)
      await accountSaved(data.token)
      toast("success", message ?? "Profile updated")
    })
    if (sent) clear()
  }
  useCommands({ scope: "anywhere", handlers: { "account.name": () => void save() } })
  return (
    <PartForm title="Name" command="account.name" busy={busy} dirty={dirty} refused={refused}>
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
