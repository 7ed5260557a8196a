/** A branded portal of the demonstration. */
interface DemoSubdomain {
  readonly displayName: string
  readonly url: string
}

/** The portals of the main company. Each has a third of its facilities, so that a third belongs to none. */
export const demoSubdomains: ReadonlyArray<DemoSubdomain> = [
  { displayName: "Maple Self Storage", url: "maple-storage" },
  { displayName: "Maple Business Storage", url: "maple-business" }
]
