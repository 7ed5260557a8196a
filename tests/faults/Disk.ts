/** A disk that a test fills up while a server process works on it. */
export interface Disk {
  /** The folder with the data, as processes started with `within` see it. */
  readonly folder: string
  /** What stands in front of a command so that it sees the disk. */
  readonly within: ReadonlyArray<string>
  /** Leaves about so many bytes free for the process `pid`. */
  readonly fill: (leave: number, pid: number) => void
  /** Gives the room back. */
  readonly free: (pid: number) => void
  readonly dispose: () => Promise<void>
}
