import { newEmailIssues } from "#core/account/accountRules.ts"
import { updateEmail } from "#core/commands/accountCommands.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { accountSaved } from "./accountChanges.ts"
import { PartForm } from "./PartForm.tsx"
import { usePart } from "./usePart.ts"

/** A new email, typed twice. It takes effect when the user opens the link sent to it. */
export const EmailPart = () => {
  const { values, issueOf, change, busy, dirty, refused, send, clear } = usePart(
    { email: "", confirmEmail: "" },
    newEmailIssues
  )
  const save = async (): Promise<void> => {
    const sent = await send(async () => {
      const { data, message } = await run(updateEmail, values)
      await accountSaved(data.token)
      toast("success", message ?? "Email updated")
    })
    if (sent) clear()
  }
  useCommands({ scope: "anywhere", handlers: { "account.email": () => void save() } })
  return (
    <PartForm title="Email" command="account.email" busy={busy} dirty={dirty} refused={refused}>
      <TextField
        label="New Email"
        type="email"
        name="email"
        autoComplete="email"
        // The password field that had the focus is gone.
        autoFocus
        value={values.email}
        onText={(email) => change({ email })}
        issue={issueOf("email")}
      />
      <TextField
        label="Confirm New Email"
        type="email"
        name="confirmEmail"
        autoComplete="off"
        value={values.confirmEmail}
        onText={(confirmEmail) => change({ confirmEmail })}
        issue={issueOf("confirmEmail")}
      />
    </PartForm>
  )
}
