/** `3 facilities`. */
export const facilitiesText = (count: number): string => `${count} ${count === 1 ? "facility" : "facilities"}`
