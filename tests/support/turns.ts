/** Whether to test everything: in `npm run trials`. */
export const testsAll = process.env["LOCKDESK_TRIALS"] !== undefined

/**
 * One of `parts` parts of a list, the next one each time, so that as many calls as there are parts cover all of it: for
 * matrices in which most pairs are redundant. Everything in `npm run trials`.
 */
export const inTurn = <A>(list: ReadonlyArray<A>, parts: number, turn: number): ReadonlyArray<A> =>
  testsAll ? list : list.filter((_, nth) => nth % parts === turn % parts)
