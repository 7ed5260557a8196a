/** The documents' timeout of a call, in milliseconds (000 §9). Verifying a long audit log is silent for most of it. */
export const callTimeout = 300_000
