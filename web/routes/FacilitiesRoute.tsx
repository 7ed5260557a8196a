/** (being written) */
export const FacilitiesRoute = () => <h1>Facilities</h1>
