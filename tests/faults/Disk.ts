/** A disk that a test fills while a server process uses it. */
export interface Disk {
  /** The data folder as processes started with `within` see it. */
  readonly folder: string
  /** The command prefix that makes a process see the disk. */
  readonly within: ReadonlyArray<string>
  /** Leaves about this many bytes free for the process `pid`. */
  readonly fill: (leave: number, pid: number) => void
  /** Frees the space again. */
  readonly free: (pid: number) => void
  readonly dispose: () => Promise<void>
}
