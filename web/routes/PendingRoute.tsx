/** (being written) */
export const PendingRoute = () => <h1>Pending</h1>
