import { plural, t } from '@lingui/core/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** Says of how many devices something was done, and which refused it. */
export function useSayDone() {
  return ({ done, refused }: { done: number; refused: readonly Device[] }) => {
    if (refused.length === 0) return say('done', plural(done, { one: 'Done for # device.', other: 'Done for # devices.' }))
    const names = refused
      .slice(0, 5)
      .map(({ name }) => `“${name}”`)
      .join(', ')
    const text = plural(refused.length, { one: 'Not done for # device', other: 'Not done for # devices' })
    return say('error', t`${text}: ${names}`)
  }
}
