/** The combination of a fault test's lock, computed from its serial code so that a revealed one can be checked. */
export const codeOf = (serial: string): string => String((Number(serial) * 7919) % 10_000).padStart(4, "0")
