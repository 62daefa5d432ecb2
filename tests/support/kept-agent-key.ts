import { deviceKey } from '#device/agent/identity.ts'

const keys = new Map<string, Promise<string>>()

/** The key that a device signs with, worked out by the device's own code, once in this process: many tests have the same device. */
export function keptAgentKey({ sn, securityCode }: { sn: string; securityCode: string }): Promise<string> {
  const name = `${sn} ${securityCode}`
  const known = keys.get(name) ?? deviceKey(sn, securityCode)
  keys.set(name, known)
  return known
}
