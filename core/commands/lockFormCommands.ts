import { view } from "./view.ts"

/** Commands of the lock form besides its fields. Each field uses the keys and the rule of the change it makes. */
export const lockFormCommands = [
  view({
    id: "lock.save",
    title: "Save Changes",
    section: "Locks",
    scope: "lock",
    keys: ["mod+enter"],
    call: "lockChanges.update"
  }),
  view({ id: "lock.cancel", title: "Cancel Changes", section: "Locks", keywords: ["discard", "reset"] }),
  view({ id: "lock.keepCode", title: "Keep the combination as it is", section: "Locks" }),
  view({ id: "lock.keepMine", title: "Keep my changes", section: "Locks", keywords: ["conflict"] }),
  view({ id: "lock.takeTheirs", title: "Take their changes", section: "Locks", keywords: ["conflict"] }),
  view({
    id: "units.refresh",
    title: "Refresh the units",
    section: "Facilities",
    keywords: ["management software", "vacant", "delinquent"],
    call: "units.forget"
  })
] as const
