import { expect, test } from 'vitest'
import { fromDevice } from '#contract/device-gateway.ts'
import { mediaMessage } from '#contract/media.ts'

test('why a stream does not come may be said by who is newer, in a word of its own, and is a refusal to who does not know it', () => {
  const fault = 'eclipsed'
  expect(mediaMessage.parse({ op: 'failed', channel: 1, fault })).toEqual({ op: 'failed', channel: 1, fault: 'refused' })
  expect(fromDevice.parse({ kind: 'stream-failed', streamId: 1, fault })).toEqual({ kind: 'stream-failed', streamId: 1, fault: 'refused' })
  expect(mediaMessage.parse({ op: 'failed', channel: 1, fault: 'moved' })).toMatchObject({ fault: 'moved' })
})
