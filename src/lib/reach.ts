/** How long the service has for the first byte of a file. */
const ANSWER_MS = 10_000
const TOO_MANY = 429

/** What comes of asking for a file: it is `there`, `refused` (its link is good no more, or it is gone), or `nowhere`: the line does not lead to it. */
export type Reach = 'there' | 'refused' | 'nowhere'

/** Learns why a `<video>` gets nothing, which its own error does not tell: asks for the first byte of its file. */
export async function reach(url: string): Promise<Reach> {
  // What the page holds itself needs no line.
  if (!url.startsWith('http')) return 'there'
  try {
    const range = { range: 'bytes=0-0' }
    const response = await fetch(url, { headers: range, cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })
    void response.body?.cancel()
    return reachBy(response)
  } catch {
    return 'nowhere'
  }
}

/** What an answer of the service says of the file that was asked for. */
export function reachBy({ ok, status }: Pick<Response, 'ok' | 'status'>): Reach {
  if (ok) return 'there'
  return status >= 500 || status === TOO_MANY ? 'nowhere' : 'refused'
}
