const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" })

/** Orders names as people do: `Unit 2` before `Unit 10`, case aside. */
export const naturally = (a: string, b: string): number => collator.compare(a, b)
