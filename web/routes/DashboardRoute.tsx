/** (being written) */
export const DashboardRoute = () => <h1>Dashboard</h1>
