/** (being written) */
export const KeyboardHost = () => null
