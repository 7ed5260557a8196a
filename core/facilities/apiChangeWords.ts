/** What including a facility in the API, or excluding it, comes to. */
export const apiChangeWords = (facilityName: string, includedInAPI: boolean): string =>
  includedInAPI
    ? `API keys no longer see ${facilityName} and its locks.`
    : `API keys see ${facilityName} and its locks again.`
