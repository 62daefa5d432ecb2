/**
 * What the work brings, or the fault when the signal aborts before. Leaves nothing behind at the signal: a signal that lives as long as a page,
 * which on a kiosk are months, would otherwise keep every answer that was ever waited for.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, fault: () => Error): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(fault())
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
