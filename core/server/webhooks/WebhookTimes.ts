/** Times for sending and retrying messages, in milliseconds. */
export interface WebhookTimes {
  /** How often to look for events and due messages. Infinity: never send. */
  readonly every: number
  /** The delay after the first attempt; it quadruples each time, up to the longest. */
  readonly firstWait: number
  readonly longestWait: number
  /** The number of attempts before a message is given up. */
  readonly attempts: number
  /** The timeout of an attempt. */
  readonly timeout: number
  /** How long a message is leased by one server process. */
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

/** The delay after a number of attempts. */
export const waitAfter = (attempts: number, { firstWait, longestWait }: WebhookTimes): number =>
  Math.min(longestWait, firstWait * 4 ** (attempts - 1))
