/** (being written) */
export const SetPasswordRoute = () => <h1>SetPassword</h1>
