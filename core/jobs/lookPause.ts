/**
 * The pause before a running job is looked at again, in milliseconds, after `looks` looks: 25, 50, 100, 200, then 250. A job of a
 * few locks takes less than 100.
 */
export const lookPause = (looks: number): number => Math.min(25 * 2 ** looks, 250)
