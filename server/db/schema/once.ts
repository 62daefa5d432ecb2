/** The tables of what is done once. */
export interface OnceSchema {
  once: OnceTable
}

/**
 * A change that somebody asked for. Key and seal come from what the caller alone knows, so that who reads the table learns neither who
 * asked nor what was answered. `outcome_sealed` is null from the beginning of the work to its end; `node_id` names the node that is at it, and is null where
 * it failed.
 */
interface OnceTable {
  key_sha256: string
  question_sha256: string
  begun_at_ms: number
  outcome_sealed: string | null
  node_id: string | null
}
