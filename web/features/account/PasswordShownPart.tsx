import { useSignedInUser } from "#web/app/Session.ts"
import { useCommands } from "#web/app/useCommands.ts"
import { TextField } from "#web/ui/TextField.tsx"
import { showPassword } from "./accountChanges.ts"
import { PartForm } from "./PartForm.tsx"
import { usePart } from "./usePart.ts"

const nothingWrong = () => []

/** The current password, required before email and password can be changed (002 §4). */
export const PasswordShownPart = ({ onShown }: { readonly onShown: () => void }) => {
  const { email } = useSignedInUser()
  const { values, change, busy, refused, send } = usePart({ password: "" }, nothingWrong)
  const empty = values.password === "" ? "Type your password." : null
  const show = async (): Promise<void> => {
    if (empty === null && (await send(() => showPassword(email, values.password)))) onShown()
  }
  useCommands({ scope: "anywhere", handlers: { "account.continue": () => void show() } })
  return (
    <PartForm
      title="Email and password"
      command="account.continue"
      busy={busy}
      dirty={false}
      notYet={empty}
      refused={refused}
    >
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        onText={(password) => change({ password })}
      />
    </PartForm>
  )
}
