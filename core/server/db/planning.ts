/**
 * Statements are planned once and the plan is cached: planning a lock search takes longer than running it (1.3 ms against 0.4
 * embedded). So a plan must be good for any parameters; see `matchScan`.
 */
export const planning = {
  plan_cache_mode: "force_generic_plan",
  // A cached plan assumes every company to be of average size: starting workers for a small one took 8 ms of 8.1.
  max_parallel_workers_per_gather: "0"
} as const
