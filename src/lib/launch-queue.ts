/** Newer than TypeScript's types: how an installed app hears that it was started again while a window of it is open. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/** Hears the address, of this origin, with which the app was started; also of the start that opened this window. */
export function onLaunch(listener: (url: URL) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    if (targetURL !== undefined) listener(new URL(targetURL))
  })
}
