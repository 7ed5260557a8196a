/**
 * The time now, in epoch milliseconds, for what is shown and for what runs out. It goes on evenly when somebody sets the
 * computer's clock.
 */
export const now = (): number => performance.timeOrigin + performance.now()
