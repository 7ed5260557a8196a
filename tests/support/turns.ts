/** Whether everything is to be tried: in `npm run trials`. */
const all = process.env["LOCKDESK_TRIALS"] !== undefined

/**
 * One of `parts` parts of a list, the next one each turn, so that as many turns as there are parts have tried all of it: matrices in
 * which most pairs say the same twice. All of it in `npm run trials`.
 */
export const inTurn = <A>(list: ReadonlyArray<A>, parts: number, turn: number): ReadonlyArray<A> =>
  all ? list : list.filter((_, nth) => nth % parts === turn % parts)
