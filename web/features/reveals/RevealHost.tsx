/** (being written) */
export const RevealHost = () => null
