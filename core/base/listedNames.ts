/** What is named before it is only counted. */
const mostNamed = 3

/** `Maple St, Oak Ave, Elm Yard and 4 more`. One more than those is named too: its name is no longer than its count. */
export const listedNames = (names: ReadonlyArray<string>): string =>
  names.length <= mostNamed + 1
    ? names.join(", ")
    : `${names.slice(0, mostNamed).join(", ")} and ${names.length - mostNamed} more`
