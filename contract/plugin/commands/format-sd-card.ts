import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'

/**
 * Removes everything from the memory card of a camera. Fails as `getSdCardStatus`, with device-part-missing without a card and wrong-state
 * while it is at it.
 */
export const formatSdCard = defineCommand({
  name: 'formatSdCard',
  request: z.object({ sn: serialNumber }),
  reply: z.object({}),
  asksDevice: true,
})
