/** (being written) */
export const LockRoute = () => <h1>Lock</h1>
