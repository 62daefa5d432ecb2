/** Whether a host of an address (`localhost`, `127.0.0.1`, `[::1]`) is this machine, and nothing that others reach it by. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Whether all of these origins lead to this machine only. */
export function areLoopbackOrigins(origins: readonly string[]): boolean {
  return origins.every((origin) => isLoopbackHost(/^https?:\/\/(\[[^\]]*\]|[^/:]*)(:\d+)?$/.exec(origin)?.[1] ?? ''))
}

/** Whether nobody elsewhere reaches the service, as far as its settings say: it listens here, browsers open it under no other address, and no proxy stands in front. */
export function isForThisMachineOnly(settings: { host: string; origins: readonly string[]; trustedProxies: readonly string[] }): boolean {
  return isLoopbackHost(settings.host) && areLoopbackOrigins(settings.origins) && settings.trustedProxies.length === 0
}
