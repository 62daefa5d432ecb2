/** Calls `then` once, within a quarter of a second, when the process that started this one has ended. */
export function whenParentIsGone(then: () => void): void
