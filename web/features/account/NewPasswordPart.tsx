import { newPasswordIssues } from "#core/account/accountRules.ts"
import { updatePassword } from "#core/commands/accountCommands.ts"
import { toast } from "#web/app/notices.ts"
import { run } from "#web/app/run.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { accountSaved } from "./accountChanges.ts"
import { PartForm } from "./PartForm.tsx"
import { usePart } from "./usePart.ts"

/** A new password, typed twice. Changing it ends all other sessions. */
export const NewPasswordPart = () => {
  const { values, issueOf, change, busy, dirty, refused, send, clear } = usePart(
    { password: "", confirmPassword: "" },
    newPasswordIssues
  )
  const save = async (): Promise<void> => {
    const sent = await send(async () => {
      const { data, message } = await run(updatePassword, values)
      await accountSaved(data.token)
      toast("success", message ?? "Password updated", "You are signed out everywhere else.")
    })
    if (sent) clear()
  }
  useCommands({ scope: "anywhere", handlers: { "account.password": () => void save() } })
  return (
    <PartForm title="Password" command="account.password" busy={busy} dirty={dirty} refused={refused}>
      <TextField
        label="New Password"
        type="password"
        name="newPassword"
        autoComplete="new-password"
        value={values.password}
        onText={(password) => change({ password })}
        issue={issueOf("password")}
      />
      <TextField
        label="Confirm New Password"
        type="password"
        name="confirmNewPassword"
        autoComplete="new-password"
        value={values.confirmPassword}
        onText={(confirmPassword) => change({ confirmPassword })}
        issue={issueOf("confirmPassword")}
      />
    </PartForm>
  )
}
