/** (being written) */
export const PaletteHost = () => null
