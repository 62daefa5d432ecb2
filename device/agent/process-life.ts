import { readSettings, SettingError, type Settings } from '#contract/settings.ts'

/** The settings of the environment; ends the process with one sentence when one of them cannot be used. */
export function readSettingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

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
