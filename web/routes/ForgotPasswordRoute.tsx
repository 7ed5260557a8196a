import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"
import { ForgottenForm } from "#web/features/auth/ForgottenForm.tsx"

/** /forgotpassword */
export const ForgotPasswordRoute = () => (
  <AuthScreen title="Forgot password">
    <ForgottenForm />
  </AuthScreen>
)
