import type { Picks } from "#core/commands/Command.ts"

/** A question to the user while a command runs. */
export interface Question {
  readonly label: string
  readonly description: string
  /** The answer is not echoed. */
  readonly hidden: boolean
  readonly choices: ReadonlyArray<string>
  /** What the answer names, if it is chosen from a list on the server. */
  readonly picks?: Picks | null
  /** Only active facilities are offered. */
  readonly activeOnly?: boolean
  /** The answer is yes or no. */
  readonly confirms?: true
}

/** Asks the user in another way than on stderr. Rejects with the failure that ends the command. */
export type Asker = (question: Question) => Promise<string>
