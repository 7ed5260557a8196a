/** When messages are looked for and sent again, in milliseconds. */
export interface WebhookTimes {
  /** How often the server looks for events and for messages that are due. Infinity: it sends none. */
  readonly every: number
  /** The wait after the first attempt; it is four times as long after each further one, up to the longest. */
  readonly firstWait: number
  readonly longestWait: number
  /** Attempts after which a message is given up. */
  readonly attempts: number
  /** The longest that one attempt may take. */
  readonly timeout: number
  /** How long a message is one server process's alone. */
  readonly lease: number
}

export const defaultWebhookTimes: WebhookTimes = {
  every: 1_000,
  firstWait: 5_000,
  longestWait: 6 * 3_600_000,
  attempts: 10,
  timeout: 15_000,
  lease: 60_000
}

/** The wait after so many attempts. */
export const waitAfter = (attempts: number, { firstWait, longestWait }: WebhookTimes): number =>
  Math.min(longestWait, firstWait * 4 ** (attempts - 1))
