/** What happens when a facility is taken out of the API, or put back. `includedInAPI` is how it is before. */
export const apiChangeWords = (facilityName: string, includedInAPI: boolean): string =>
  includedInAPI
    ? `API keys no longer see ${facilityName} and its locks.`
    : `API keys see ${facilityName} and its locks again.`
