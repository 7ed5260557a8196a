/**
 * A statement is planned once and its plan kept: planning a lock search anew takes longer than running it (1.3 ms
 * against 0.4 embedded). So no statement may depend on what its parameters happen to be; see `matchScan`.
 */
export const planning = {
  plan_cache_mode: "force_generic_plan",
  // A plan that is made once takes every company for a middling one: starting workers for a small one took 8 ms of 8.1.
  max_parallel_workers_per_gather: "0"
} as const
