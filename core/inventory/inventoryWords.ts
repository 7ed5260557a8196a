/** What is said of locks that were assigned from the inventory (001 §8). */
export const assignedWords = (selected: number, activated: number): string =>
  activated === selected ? "All locks are assigned successfully" : `${selected - activated} locks were not activated`
