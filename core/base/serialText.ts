/** A serial code of 8 digits as it is read: two groups of four. */
export const groupedSerial = (serialCode: string): string => serialCode.replace(/^(\d{4})(\d{4})$/, "$1 $2")
