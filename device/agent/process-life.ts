/**
 * Lets a device process end cleanly on SIGINT, SIGTERM, and when the process that started it goes away. `stop` has
 * one second; then the process ends anyway.
 */
export function endWithParent(stop: () => Promise<void>): void {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(0), 900).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
}

/** Tells the process that started this one that it works. */
export function reportReady(): void {
  process.send?.({ kind: 'ready' })
}
