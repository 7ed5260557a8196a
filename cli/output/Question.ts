import type { Picks } from "#core/commands/Command.ts"

/** One thing to ask a person while a command runs. */
export interface Question {
  readonly label: string
  readonly description: string
  /** The answer is not shown while it is typed. */
  readonly hidden: boolean
  readonly choices: ReadonlyArray<string>
  /** What the answer names, where it is chosen from a list of the server. */
  readonly picks?: Picks | null
  /** The answer is yes or no. */
  readonly confirms?: true
}

/** Asks a person in another way than on stderr. Rejects with the failure that ends the command. */
export type Asker = (question: Question) => Promise<string>
