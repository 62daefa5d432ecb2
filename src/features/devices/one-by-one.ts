import type { Device } from '#contract/calls/device/device.ts'
import { CallError } from '../../data/core/call-error.ts'

/** Does something with one device after the other. Of those that were refused it tells the first; when all were, it throws that error. */
export async function oneByOne(
  devices: readonly Device[],
  work: (device: Device) => Promise<unknown>,
): Promise<{ done: number; refused: Device[] }> {
  const refused: Device[] = []
  let first: CallError | undefined
  for (const device of devices) {
    try {
      await work(device)
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      first ??= fault
      refused.push(device)
    }
  }
  if (first !== undefined && refused.length === devices.length) throw first
  return { done: devices.length - refused.length, refused }
}
