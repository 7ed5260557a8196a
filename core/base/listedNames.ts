/** How many names to list before counting the rest. */
const mostNamed = 3

/** `Maple St, Oak Ave, Elm Yard and 4 more`. A single remaining name is listed, because its count would not be shorter. */
export const listedNames = (names: ReadonlyArray<string>): string =>
  names.length <= mostNamed + 1
    ? names.join(", ")
    : `${names.slice(0, mostNamed).join(", ")} and ${names.length - mostNamed} more`
