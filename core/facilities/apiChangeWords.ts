/** Whether to include a facility in the API or exclude it. */
export const apiStates = ["include", "exclude"] as const

export type ApiState = (typeof apiStates)[number]

/** The value for including a facility in the API, or excluding it. */
export const apiStateFor = (included: boolean): ApiState => (included ? "include" : "exclude")

/** The result of including or excluding a facility. */
export const apiChangedWords = ({
  facilityName,
  includedInAPI
}: {
  readonly facilityName: string
  readonly includedInAPI: boolean
}): string => `${facilityName} is now ${includedInAPI ? "included in the API" : "excluded from the API"}`

/** The title of the confirmation: `Exclude Maple St from the API`. */
export const apiChangeTitle = (facilityName: string, state: ApiState): string =>
  state === "include" ? `Include ${facilityName} in the API` : `Exclude ${facilityName} from the API`

/** The question on the screens (001 §4). */
export const apiQuestion = (state: ApiState): string =>
  `${state === "include" ? "Include" : "Exclude"} Facility in API? Are you sure?`

/** The consequences of excluding a facility from the API, or including it again. */
export const apiChangeWords = (facilityName: string, state: ApiState): string =>
  state === "include"
    ? `API keys see ${facilityName} and its locks again.`
    : `API keys no longer see ${facilityName} and its locks.`
