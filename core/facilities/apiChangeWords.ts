/** What became of a facility in the API. */
export const apiChangedWords = ({ includedInAPI }: { readonly includedInAPI: boolean }): string =>
  includedInAPI ? "Facility included in API" : "Facility excluded from API"

/** What happens when a facility is taken out of the API, or put back. `includedInAPI` is how it is before. */
export const apiChangeWords = (facilityName: string, includedInAPI: boolean): string =>
  includedInAPI
    ? `API keys no longer see ${facilityName} and its locks.`
    : `API keys see ${facilityName} and its locks again.`
