import { newKeys, type DemoKeys } from '#server/demo/seed.ts'

const secrets: ReturnType<DemoKeys['secret']>[] = []
const deviceKeys = new Map<string, Promise<string>>()

/** The keys that the first service of this process was given: those after it do not work out their own, which takes most of their start. */
export function keptKeys(): DemoKeys {
  let at = 0
  return {
    secret: () => (secrets[at++] ??= newKeys.secret()),
    deviceKey: (securityCode, sn) => {
      const name = `${sn} ${securityCode}`
      const known = deviceKeys.get(name) ?? newKeys.deviceKey(securityCode, sn)
      deviceKeys.set(name, known)
      return known
    },
  }
}
