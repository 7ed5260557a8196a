import { Box, Text } from "ink"
import { useState } from "react"
import type { LoggedInUser } from "#core/auth/LoggedInUser.ts"
import { failureOf } from "#cli/output/failureOf.ts"
import type { PaletteData } from "./paletteData.ts"
import { TextField } from "./TextField.tsx"

interface SignInPageProps {
  readonly data: PaletteData
  readonly onUser: (user: LoggedInUser) => void
  readonly onLeave: () => void
}

/** Asks for email, then password; shows a refusal and asks again. */
export const SignInPage = ({ data, onUser, onLeave }: SignInPageProps) => {
  const [email, setEmail] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = (password: string) => {
    if (email === null || password === "") return
    setAsking(true)
    data.signIn(email, password).then(onUser, (cause: unknown) => {
      const { message, next } = failureOf(cause, data.host).facts
      setRefusal(`${message} ${next}`)
      setAsking(false)
    })
  }
  return (
    <Box flexDirection="column">
      <Text bold>Sign in to {data.host}</Text>
      {refusal === null ? null : <Text>{refusal}</Text>}
      {asking ? (
        <Text>Signing in ...</Text>
      ) : email === null ? (
        <TextField
          key="email"
          label="Email"
          onEnter={(text) => setEmail(text.trim() === "" ? null : text.trim())}
          onBack={onLeave}
        />
      ) : (
        <TextField
          key={`password ${refusal ?? ""}`}
          label="Password"
          hidden
          fresh={refusal !== null}
          onEnter={submit}
          onBack={() => setEmail(null)}
        />
      )}
      <Text dimColor>Enter continue · Esc back · Ctrl+C quit</Text>
    </Box>
  )
}
