import { lazyPart } from "#web/app/lazyPart.ts"
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx"

const ForgottenForm = lazyPart(() => import("#web/features/auth/ForgottenForm.tsx"), "ForgottenForm")

/** /forgotpassword */
export const ForgotPasswordRoute = () => (
  <AuthScreen title="Forgot password">
    <ForgottenForm />
  </AuthScreen>
)
