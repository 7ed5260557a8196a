/** (being written) */
export const LiveUpdates = () => null
