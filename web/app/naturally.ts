let collator: Intl.Collator | undefined

/**
 * Sorts names naturally: `Unit 2` before `Unit 10`, ignoring case. The collator is created on first use, because a
 * page's first takes 9 ms.
 */
export const naturally = (a: string, b: string): number =>
  (collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" })).compare(a, b)
