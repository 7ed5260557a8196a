/** (being written) */
export const SignInRoute = () => <h1>SignIn</h1>
