/** Which way a facility is switched in the API. */
export const apiStates = ["include", "exclude"] as const

export type ApiState = (typeof apiStates)[number]

/** The state that makes the API tell of a facility, or not. */
export const apiStateFor = (included: boolean): ApiState => (included ? "include" : "exclude")

/** What became of a facility in the API. */
export const apiChangedWords = ({
  facilityName,
  includedInAPI
}: {
  readonly facilityName: string
  readonly includedInAPI: boolean
}): string => `${facilityName} is now ${includedInAPI ? "included in API" : "excluded from API"}`

/** What is asked before: `Exclude Maple St from the API`. */
export const apiChangeTitle = (facilityName: string, state: ApiState): string =>
  state === "include" ? `Include ${facilityName} in the API` : `Exclude ${facilityName} from the API`

/** The question of the screens (001 §4). */
export const apiQuestion = (state: ApiState): string =>
  `${state === "include" ? "Include" : "Exclude"} Facility in API? Are you sure?`

/** What happens when a facility is taken out of the API, or put back. */
export const apiChangeWords = (facilityName: string, state: ApiState): string =>
  state === "include"
    ? `API keys see ${facilityName} and its locks again.`
    : `API keys no longer see ${facilityName} and its locks.`
