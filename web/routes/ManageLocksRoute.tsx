/** (being written) */
export const ManageLocksRoute = () => <h1>ManageLocks</h1>
