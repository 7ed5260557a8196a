const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" })

/** When a line finished, in this browser's time zone. */
export const lineTime = (at: number): string => time.format(at)
