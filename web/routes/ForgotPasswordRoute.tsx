/** (being written) */
export const ForgotPasswordRoute = () => <h1>ForgotPassword</h1>
