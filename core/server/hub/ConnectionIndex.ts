/** Sets of connections by a key, such as a group's name or a session. A key without connections uses no memory. */
export class ConnectionIndex<Key, Connection> {
  readonly #sets = new Map<Key, Set<Connection>>()

  /** The live set of a key's connections: those that leave during iteration are skipped. */
  get(key: Key): ReadonlySet<Connection> | undefined {
    return this.#sets.get(key)
  }

  count(key: Key): number {
    return this.#sets.get(key)?.size ?? 0
  }

  keys(): ReadonlyArray<Key> {
    return [...this.#sets.keys()]
  }

  add(key: Key, connection: Connection): void {
    const set = this.#sets.get(key)
    if (set === undefined) this.#sets.set(key, new Set([connection]))
    else set.add(connection)
  }

  remove(key: Key, connection: Connection): void {
    const set = this.#sets.get(key)
    if (set === undefined) return
    set.delete(connection)
    if (set.size === 0) this.#sets.delete(key)
  }
}
