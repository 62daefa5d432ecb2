const termTypes = ['service', 'privacy'] as const
export type TermType = (typeof termTypes)[number]

/** Whether there is such a text. Apart from the texts, so that the router does not carry them. */
export function isTermType(text: string): text is TermType {
  return termTypes.some((type) => type === text)
}
