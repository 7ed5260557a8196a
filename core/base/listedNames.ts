/** `Maple St, Oak Ave, Elm Yard and 4 more`. A single remaining name is listed, because its count would not be shorter. */
export const listedNames = (names: ReadonlyArray<string>, most = 3): string =>
  names.length <= most + 1 ? names.join(", ") : `${names.slice(0, most).join(", ")} and ${names.length - most} more`
